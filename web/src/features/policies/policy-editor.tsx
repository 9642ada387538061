import type { Policy } from '@frontdesk/contract/policies'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSession } from '#web/app/session.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { usePolicyRefetch, useUpdatePolicy } from './policies.api.ts'
import { PolicyForm } from './policy-form.tsx'
import { bodyOf, makesVersion, textsOf } from './policy-texts.ts'
import { SavedMeanwhile } from './saved-meanwhile.tsx'
import { showFieldErrors, usePolicyForm, type PolicyFormValues } from './use-policy-form.ts'

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
      showFieldErrors(state.form, error)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <PolicyForm
      state={state}
      notice={
        theirs ? (
          <EditConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
        ) : (
          <SavedMeanwhile state={state} loaded={loaded} onCompare={() => setTheirs(loaded)} />
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

const isEditConflict = (error: unknown) =>
  error instanceof ApiError && error.code === 'edit_conflict'

type AskAgainProps = { state: ReturnType<typeof usePolicyForm>; version: number }

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
