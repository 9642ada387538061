import { useNavigate } from '@tanstack/react-router'
import { SaveAsDraft } from '#web/features/editing/save-as-draft.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { arePicturesThere } from '#web/features/writing/pictures-under-way.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSession } from '#web/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCreatePolicy } from './policies.api.ts'
import { PolicyForm, showPolicyErrors, usePolicyForm } from './policy-form.tsx'
import { bodyOf, noTexts, type PolicyTexts } from './policy-texts.ts'

const blank = { texts: noTexts, etag: null }

export function PolicyAddPage() {
  usePageTitle('Add New Policy')
  const navigate = useNavigate()
  const { user } = useSession()
  const state = usePolicyForm(null, blank)
  const create = useCreatePolicy()

  const showErrors = (error: unknown) => showPolicyErrors(state, error)
  const saving = useSaving({
    save: async (texts: PolicyTexts) => {
      if (!user) throw new ApiError('User not authenticated', 401)
      const policy = await create.mutateAsync(bodyOf(texts))
      state.settle()
      toast.success(`“${policy.title}” was added`)
      await navigate({ to: '/policies/$id', params: { id: policy.id }, state: { isNew: true } })
    },
    showErrors,
  })
  return (
    <>
      <PageHeader
        title="Add New Policy"
        description="It is published as version 1. Who has to acknowledge it is chosen afterwards."
        back={{ to: '/policies', label: 'Policies' }}
      />
      <PolicyForm
        state={state}
        saveLabel="Create Policy"
        actions={
          <SaveAsDraft
            kind="policy"
            body={() => (arePicturesThere(state.form) ? bodyOf(state.form.getValues()) : null)}
            state={state}
            showErrors={showErrors}
            onBegin={saving.dismiss}
          />
        }
        busyLabel="Creating…"
        failure="Failed to create policy"
        problem={saving.problem}
        onDismiss={saving.dismiss}
        onSave={saving.submit}
        onCancel={() => void navigate({ to: '/policies' })}
      />
    </>
  )
}
