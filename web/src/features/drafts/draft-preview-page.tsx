import type { Draft } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PolicyDocument } from '#web/features/policies/policy-document.tsx'
import { policyQuery } from '#web/features/policies/policies.api.ts'
import { noTexts, textsOf } from '#web/features/policies/policy-texts.ts'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Notice } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { DraftMissing } from './draft-missing.tsx'
import { policyTextsOf } from './draft-texts.ts'
import { draftQuery, draftTitle } from '#web/features/editing/drafts.api.ts'

const TrainingPreview = late(() => import('./training-preview.tsx'), 'TrainingPreview')

/** A draft as whoever has to read it will see it. */
export function DraftPreviewPage() {
  const { id } = useParams({ from: '/shell/drafts/$id/preview' })
  const { data, error, refetch } = useQuery(draftQuery(id))
  usePageTitle(data && `Preview of ${draftTitle(data.data)}`)
  if (error && !data) return <DraftMissing error={error} onRetry={() => void refetch()} />
  const waiting = <Spinner label="Loading the draft…" />
  if (!data) return waiting
  return (
    <>
      <div data-print="no" className="mb-6">
        <Notice tone="accent">
          A preview of what is saved: so it looks to those who read it. Only admins see it now.
        </Notice>
      </div>
      {data.data.kind === 'policy' ? (
        <PolicyPreview draft={data.data} />
      ) : (
        <Suspense fallback={waiting}>
          <TrainingPreview draft={data.data} />
        </Suspense>
      )}
    </>
  )
}

function PolicyPreview({ draft }: { draft: Draft }) {
  const { item_id: itemId } = draft
  const { data: live } = useQuery({ ...policyQuery(itemId ?? ''), enabled: itemId !== null })
  const texts = policyTextsOf(draft, live ? textsOf(live.data) : noTexts)
  return (
    <div className="max-w-[44rem]">
      <PolicyDocument
        back={{ to: `/drafts/${draft.id}`, label: 'Back to the draft' }}
        policy={{
          ...texts,
          title: draftTitle(draft),
          version: (live?.data.version ?? 0) + 1,
          updated_at: draft.updated_at,
          last_updated_by_name: draft.last_updated_by_name,
          created_by_name: draft.created_by_name,
          acknowledgment_required: false,
        }}
        notice={
          texts.content.trim() === '' && <p className="mb-4 text-muted">Nothing is written yet.</p>
        }
      />
    </div>
  )
}
