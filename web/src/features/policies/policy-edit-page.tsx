import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ChangedQuotesNotice } from '#web/features/changed-quotes/changed-quotes-notice.tsx'
import { DraftNotice } from '#web/features/editing/draft-links.tsx'
import { EditFrame } from '#web/features/editing/edit-frame.tsx'
import { SaveAsDraft } from '#web/features/editing/save-as-draft.tsx'
import { useEditing, useSaving } from '#web/features/editing/saving.tsx'
import { HeldWhileEditing } from '#web/features/legal-holds/legal-hold-line.tsx'
import { arePicturesThere } from '#web/features/writing/picture-uploads.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSession } from '#web/session/session.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AskAgain, PolicyForm, showPolicyErrors, usePolicyForm } from './policy-form.tsx'
import { bodyOf, noTexts, type PolicyTexts, textsOf } from './policy-texts.ts'
import { policyQuery, useCreatePolicy, useUpdatePolicy } from './policies.api.ts'
import { PolicyMissing } from './policy-loading.tsx'

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

export function PolicyEditPage() {
  const { id } = useParams({ from: '/shell/policies/$id/edit' })
  return (
    <EditFrame
      id={id}
      query={useQuery(policyQuery(id))}
      title="Edit Policy"
      nameOf={({ data }) => data.title}
      back={{ to: `/policies/${id}`, label: 'Back to the policy' }}
      missing={PolicyMissing}
      news={
        <>
          <HeldWhileEditing type="policy" id={id} className="mb-6 max-w-3xl" />
          <DraftNotice kind="policy" itemId={id} className="mb-6 max-w-3xl" />
          <ChangedQuotesNotice itemId={id} className="mb-6 max-w-3xl" />
        </>
      }
    >
      {(loaded) => <PolicyEditor loaded={loaded} />}
    </EditFrame>
  )
}

/** A policy with the `ETag` that it was answered with. */
type LoadedPolicy = PageAnswer<'GET /policies/:id'>

function PolicyEditor({ loaded }: { loaded: LoadedPolicy }) {
  const { data: policy } = loaded
  const navigate = useNavigate()
  const { user } = useSession()
  const state = usePolicyForm(policy.id, { texts: textsOf(policy), etag: loaded.etag })
  const [material, setMaterial] = useState(true)
  const update = useUpdatePolicy(policy.id)
  const client = useQueryClient()
  const openPolicy = () => navigate({ to: '/policies/$id', params: { id: policy.id } })

  const showErrors = (error: unknown) => showPolicyErrors(state, error)
  const form = useEditing({
    what: 'policy',
    state,
    loaded,
    savedIn,
    news,
    comparable,
    save: async (texts: PolicyTexts) => {
      if (!user) throw new ApiError('User not authenticated', 401)
      const body = { ...bodyOf(texts), material }
      await update.mutateAsync({ body, etag: state.base.etag })
      state.settle()
      toast.success('The policy was saved')
      await openPolicy()
    },
    reload: async () => client.fetchQuery(policyQuery(policy.id)),
    showErrors,
  })
  return (
    <PolicyForm
      {...form}
      state={state}
      actions={
        <SaveAsDraft
          kind="policy"
          itemId={policy.id}
          body={() =>
            arePicturesThere(state.form) ? { ...bodyOf(state.form.getValues()), material } : null
          }
          state={state}
          showErrors={showErrors}
          onBegin={form.onDismiss}
        />
      }
      busyLabel="Saving…"
      failure="Failed to update policy"
      onCancel={() => void openPolicy()}
    >
      <AskAgain
        saved={state.base.texts}
        texts={state.texts}
        version={policy.version}
        material={material}
        onChange={setMaterial}
      />
    </PolicyForm>
  )
}

const savedIn = ({ data: policy, etag }: LoadedPolicy) => ({
  texts: textsOf(policy),
  etag,
  savedBy: policy.last_updated_by_name,
})

const news = ({ data: policy }: LoadedPolicy) => (
  <>
    Theirs is version {policy.version}, saved <RelativeTime iso={policy.updated_at} />. Your text is
    still in the form below.
  </>
)

const comparable = (texts: PolicyTexts) => texts
