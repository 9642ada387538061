import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { LoadedDraft } from '#web/features/editing/drafts.api.ts'
import { NewsOfOthers } from '#web/features/editing/saving.tsx'
import { OriginLine } from '#web/features/editing/origin-line.tsx'
import {
  AskAgain,
  PolicyForm,
  showPolicyErrors,
  usePolicyForm,
} from '#web/features/policies/policy-form.tsx'
import { bodyOf, noTexts, type PolicyTexts, textsOf } from '#web/features/policies/policy-texts.ts'
import { policyQuery } from '#web/features/policies/policies.api.ts'
import { PolicyDocumentSkeleton } from '#web/features/policies/policy-loading.tsx'
import { arePicturesThere } from '#web/features/writing/picture-uploads.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { DraftFrame, DraftHead, formProps, watched } from './draft-frame.tsx'
import { policyBody, policyTextsOf } from './draft-texts.ts'
import { useDraftEditor } from './use-draft-editor.ts'

/** What is live, where the draft changes something. */
type Live = { texts: PolicyTexts; version: number }

/** The editor of a policy's draft, once it is known what the draft changes. */
export function PolicyDraftEditor({ loaded }: { loaded: LoadedDraft }) {
  const { item_id: itemId } = loaded.data
  const { data, error } = useQuery({ ...policyQuery(itemId ?? ''), enabled: itemId !== null })
  if (itemId !== null && !data && !error) return <PolicyDocumentSkeleton />
  const live = data && { texts: textsOf(data.data), version: data.data.version }
  return <Editor loaded={loaded} live={live} />
}

function Editor({ loaded, live }: { loaded: LoadedDraft; live?: Live }) {
  const { data: draft } = loaded
  const navigate = useNavigate()
  const [others] = useState(live?.texts ?? noTexts)
  const saved = { texts: policyTextsOf(draft, others), etag: loaded.etag }
  const state = usePolicyForm(draft.id, saved, 'draft')
  const [material, setMaterial] = useState(policyBody(draft).material ?? true)
  const editor = useDraftEditor({
    loaded,
    state,
    bodyOf: (texts: PolicyTexts) => ({
      ...bodyOf(texts),
      ...(draft.item_id !== null && { material }),
    }),
    isReady: () => arePicturesThere(state.form),
    showErrors: (error) => showPolicyErrors(state, error),
  })
  return (
    <>
      <DraftHead
        loaded={loaded}
        title={state.texts.title}
        editor={editor}
        onDiscarded={state.settle}
      />
      <OriginLine of={{ draft_id: draft.id }} className="mb-6" />
      <DraftFrame draftId={draft.id}>
        <PolicyForm
          {...formProps(editor)}
          state={state}
          notice={
            <NewsOfOthers
              what="draft"
              state={watched(state, editor)}
              loaded={editor.newest}
              savedIn={(newest) => ({
                texts: policyTextsOf(newest.data, others),
                etag: newest.etag,
                savedBy: newest.data.last_updated_by_name,
              })}
              saving={editor.saving}
              news={news}
              comparable={(texts) => texts}
            />
          }
          onCancel={() => void navigate({ to: '/drafts' })}
        >
          {live && (
            <AskAgain
              saved={live.texts}
              texts={state.texts}
              version={live.version}
              material={material}
              onChange={setMaterial}
            />
          )}
        </PolicyForm>
      </DraftFrame>
    </>
  )
}

const news = ({ data }: LoadedDraft) => (
  <>
    Theirs was saved <RelativeTime iso={data.updated_at} />. Your text is still in the form below.
  </>
)
