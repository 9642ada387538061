import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { NewsOfOthers } from '#web/features/editing/news-of-others.tsx'
import { showFieldErrors } from '#web/features/editing/show-field-errors.ts'
import { useSaving } from '#web/features/editing/use-saving.ts'
import { ApiError } from '#web/lib/api-error.ts'
import type { PageAnswer } from '#web/lib/call-types.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { policyQuery, useUpdatePolicy } from './policies.api.ts'
import { PolicyForm } from './policy-form.tsx'
import { POLICY_FIELDS, bodyOf, makesVersion, textsOf, type PolicyTexts } from './policy-texts.ts'
import { usePolicyForm, type PolicyFormState } from './use-policy-form.ts'

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
    showErrors: (error) => showFieldErrors(state.form, error, POLICY_FIELDS),
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
      busyLabel="Saving…"
      failure="Failed to update policy"
      problem={saving.problem}
      onDismiss={saving.dismiss}
      onSave={saving.submit}
      onCancel={() => void openPolicy()}
    >
      <AskAgain state={state} version={policy.version} material={material} onChange={setMaterial} />
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

type AskAgainProps = {
  state: PolicyFormState
  version: number
  material: boolean
  onChange: (material: boolean) => void
}

function AskAgain({ state, version, material, onChange }: AskAgainProps) {
  const { base, texts } = state
  const hintId = useId()
  const matters = makesVersion(base.texts, texts)
  return (
    <div>
      <Checkbox
        label="Ask everyone to acknowledge again"
        aria-describedby={hintId}
        disabled={!matters}
        checked={material}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={hintId} className="mt-0.5 ml-7 text-sm text-muted">
        {matters
          ? `Untick it for small corrections, such as spelling: acknowledgments of version ${version} then still count.`
          : 'Nobody is asked again until the title or the content changes.'}
      </p>
    </div>
  )
}
