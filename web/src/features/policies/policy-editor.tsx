import type { Policy } from '@frontdesk/contract/policies'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { SavedMeanwhile } from '#web/features/editing/saved-meanwhile.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { TextConflict } from '#web/features/editing/text-conflict.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { usePolicyRefetch, useUpdatePolicy } from './policies.api.ts'
import { PolicyForm } from './policy-form.tsx'
import { POLICY_FIELDS, bodyOf, makesVersion, textsOf } from './policy-texts.ts'
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
  const openPolicy = () => navigate({ to: '/policies/$id', params: { id: policy.id } })

  const saving = useSaving({
    save: async (values: PolicyFormValues) => {
      if (!user) throw new ApiError('User not authenticated', 401)
      const body = { ...bodyOf(values), material: values.material }
      await update.mutateAsync({ body, etag: state.base.etag })
      state.settle()
      toast.success('The policy was saved')
      await openPolicy()
    },
    refetch,
    showErrors: (error) => showFieldErrors(state.form, error, POLICY_FIELDS),
  })
  return (
    <PolicyForm
      state={state}
      notice={
        saving.theirs ? (
          <PolicyConflict state={state} theirs={saving.theirs} onSettled={saving.settle} />
        ) : (
          <SavedMeanwhile
            what="policy"
            newest={savedIn(loaded)}
            state={state}
            onCompare={() => saving.compare(loaded)}
          />
        )
      }
      saveLabel="Save Changes"
      busyLabel="Saving…"
      failure="Failed to update policy"
      problem={saving.problem}
      onDismiss={saving.dismiss}
      onSave={saving.submit}
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
    <TextConflict
      what="policy"
      theirs={savedIn(theirs)}
      state={state}
      news={
        <>
          Theirs is version {policy.version}, saved <RelativeTime iso={policy.updated_at} />. Your
          text is still in the form below.
        </>
      }
      comparable={(texts) => texts}
      onSettled={onSettled}
    />
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
