import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SaveAsDraft } from '#web/features/editing/save-as-draft.tsx'
import { arePicturesThere } from '#web/features/writing/pictures-under-way.ts'
import { NewsOfOthers } from '#web/features/editing/news-of-others.tsx'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { ApiError } from '#web/lib/api-error.ts'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { useSession } from '#web/session/session.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AskAgain } from './ask-again.tsx'
import { policyQuery, useUpdatePolicy } from './policies.api.ts'
import { PolicyForm } from './policy-form.tsx'
import { bodyOf, textsOf, type PolicyTexts } from './policy-texts.ts'
import { showPolicyErrors, usePolicyForm } from './use-policy-form.ts'

/** A policy with the `ETag` that it was answered with. */
type LoadedPolicy = PageAnswer<'GET /policies/:id'>

export function PolicyEditor({ loaded }: { loaded: LoadedPolicy }) {
  const { data: policy } = loaded
  const navigate = useNavigate()
  const { user } = useSession()
  const state = usePolicyForm(policy.id, { texts: textsOf(policy), etag: loaded.etag })
  const [material, setMaterial] = useState(true)
  const update = useUpdatePolicy(policy.id)
  const client = useQueryClient()
  const openPolicy = () => navigate({ to: '/policies/$id', params: { id: policy.id } })

  const showErrors = (error: unknown) => showPolicyErrors(state, error)
  const saving = useSaving({
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
      state={state}
      notice={
        <NewsOfOthers
          what="policy"
          state={state}
          loaded={loaded}
          savedIn={savedIn}
          saving={saving}
          news={news}
          comparable={comparable}
        />
      }
      saveLabel="Save Changes"
      actions={
        <SaveAsDraft
          kind="policy"
          itemId={policy.id}
          body={() =>
            arePicturesThere(state.form) ? { ...bodyOf(state.form.getValues()), material } : null
          }
          state={state}
          showErrors={showErrors}
        />
      }
      busyLabel="Saving…"
      failure="Failed to update policy"
      problem={saving.problem}
      onDismiss={saving.dismiss}
      onSave={saving.submit}
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
