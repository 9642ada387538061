import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import type { Policy } from '@frontdesk/contract/policies'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSession } from '#web/app/session.tsx'
import { isEditConflict, messageOf } from '#web/lib/api-error.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditConflict } from '#web/features/editing/edit-conflict.tsx'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { usePolicyRefetch, useUpdatePolicy } from './policies.api.ts'
import { PolicyForm } from './policy-form.tsx'
import { POLICY_FIELDS, bodyOf, makesVersion, textsOf } from './policy-texts.ts'
import { TextComparison } from './text-comparison.tsx'
import { usePolicyForm, type PolicyFormState, type PolicyFormValues } from './use-policy-form.ts'

/** A policy with the `ETag` that it was answered with. */
export type LoadedPolicy = { policy: Policy; etag: string | null }

export function PolicyEditor({ loaded }: { loaded: LoadedPolicy }) {
  const { policy } = loaded
  const navigate = useNavigate()
  const { user } = useSession()
  const state = usePolicyForm(policy.id, { texts: textsOf(policy), etag: loaded.etag })
  const update = useUpdatePolicy(policy.id)
  const refetch = usePolicyRefetch(policy.id)
  const [theirs, setTheirs] = useState<LoadedPolicy | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const openPolicy = () => navigate({ to: '/policies/$id', params: { id: policy.id } })

  const save = async (values: PolicyFormValues) => {
    if (!user) return setProblem('User not authenticated')
    setProblem(null)
    try {
      const body = { ...bodyOf(values), material: values.material }
      await update.mutateAsync({ body, etag: state.base.etag })
      state.settle()
      toast.success('The policy was saved')
      await openPolicy()
    } catch (error) {
      const newest = isEditConflict(error) && (await refetch())
      if (newest) return setTheirs(newest)
      showFieldErrors(state.form, error, POLICY_FIELDS)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <PolicyForm
      state={state}
      notice={
        theirs ? (
          <PolicyConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
        ) : (
          <SavedMeanwhile
            what="policy"
            newest={savedIn(loaded)}
            state={state}
            onCompare={() => setTheirs(loaded)}
          />
        )
      }
      saveLabel="Save Changes"
      busyLabel="Saving…"
      failure="Failed to update policy"
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSave={save}
      onCancel={() => void openPolicy()}
    >
      <AskAgain state={state} version={policy.version} />
    </PolicyForm>
  )
}

const savedIn = ({ policy, etag }: LoadedPolicy) => ({
  texts: textsOf(policy),
  etag,
  savedBy: policy.last_updated_by_name,
})

type PolicyConflictProps = {
  state: PolicyFormState
  theirs: LoadedPolicy
  onSettled: () => void
}

function PolicyConflict({ state, theirs, onSettled }: PolicyConflictProps) {
  const { policy } = theirs
  return (
    <EditConflict
      what="policy"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs is version {policy.version}, saved <RelativeTime iso={policy.updated_at} />. Your
          text is still in the form below.
        </>
      }
      onSettled={onSettled}
    >
      {(name) => (
        <TextComparison
          caption={`What ${name} saved beside what you typed`}
          before={{ label: `Saved by ${name}`, ...textsOf(policy) }}
          after={{ label: 'Yours, not saved', ...state.texts }}
        />
      )}
    </EditConflict>
  )
}

type AskAgainProps = { state: PolicyFormState; version: number }

function AskAgain({ state, version }: AskAgainProps) {
  const { form, base, texts } = state
  const hintId = useId()
  const matters = makesVersion(base.texts, texts)
  return (
    <div>
      <Checkbox
        label="Ask everyone to acknowledge again"
        aria-describedby={hintId}
        disabled={!matters}
        {...form.register('material')}
      />
      <p id={hintId} className="mt-0.5 ml-7 text-sm text-muted">
        {matters
          ? `Untick it for small corrections, such as spelling: acknowledgments of version ${version} then still count.`
          : 'Nobody is asked again until the title or the content changes.'}
      </p>
    </div>
  )
}
