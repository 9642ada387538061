import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSession } from '#web/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCreatePolicy } from './policies.api.ts'
import { PolicyForm } from './policy-form.tsx'
import { POLICY_FIELDS, bodyOf, noTexts } from './policy-texts.ts'
import { usePolicyForm, type PolicyFormValues } from './use-policy-form.ts'

const blank = { texts: noTexts, etag: null }

export function PolicyAddPage() {
  usePageTitle('Add New Policy')
  const navigate = useNavigate()
  const { user } = useSession()
  const state = usePolicyForm(null, blank)
  const create = useCreatePolicy()
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (values: PolicyFormValues) => {
    if (!user) return setProblem('User not authenticated')
    setProblem(null)
    try {
      const policy = await create.mutateAsync(bodyOf(values))
      state.settle()
      toast.success(`“${policy.title}” was added`)
      await navigate({ to: '/policies/$id', params: { id: policy.id } })
    } catch (error) {
      showFieldErrors(state.form, error, POLICY_FIELDS)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
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
        busyLabel="Creating…"
        failure="Failed to create policy"
        problem={problem}
        onDismiss={() => setProblem(null)}
        onSave={save}
        onCancel={() => void navigate({ to: '/policies' })}
      />
    </>
  )
}
