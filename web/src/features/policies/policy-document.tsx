import type { Policy } from '@frontdesk/contract/policies'
import { type ReactNode } from 'react'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Markdown } from '#web/ui/markdown.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import '#web/ui/print-sheet.css'
import { RequiredBadge } from './policy-badges.tsx'

/** What of a policy is read. */
type Read = Pick<
  Policy,
  | 'title'
  | 'description'
  | 'category'
  | 'content'
  | 'version'
  | 'updated_at'
  | 'last_updated_by_name'
  | 'created_by_name'
  | 'acknowledgment_required'
>

type PolicyDocumentProps = {
  policy: Read
  actions?: ReactNode
  mark?: ReactNode
  notice: ReactNode
  back?: { to: string; label: string }
  /** The text as it is set; that of a live policy has links to its paragraphs. */
  text?: ReactNode
}

const TO_POLICIES = { to: '/policies', label: 'Policies' }

/** The text itself, set for reading on screen and on paper. */
export function PolicyDocument(props: PolicyDocumentProps) {
  const { policy, actions, mark, notice, back = TO_POLICIES, text } = props
  return (
    <article data-print="sheet" className="min-w-0">
      <PageHeader title={policy.title} description={policy.description} back={back} mark={mark} />
      <PolicyMeta policy={policy} />
      {policy.acknowledgment_required && (
        // On a wide screen it is on the panel beside the text; the phone's has no room for it.
        <div data-print="no" className="mt-4 lg:hidden">
          <RequiredBadge />
        </div>
      )}
      <div data-print="no" className="mt-5 mb-6">
        {actions}
      </div>
      {notice}
      <div
        data-print="text"
        className="rounded-lg border-line text-lg leading-[1.7] max-sm:rounded-none max-sm:border-t max-sm:pt-6 sm:border sm:bg-surface sm:px-10 sm:py-9 lg:max-xl:px-7"
      >
        {text ?? <Markdown source={policy.content} />}
      </div>
    </article>
  )
}

function PolicyMeta({ policy }: { policy: Read }) {
  const author = policy.last_updated_by_name ?? policy.created_by_name
  return (
    <p className="-mt-3 flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-muted tabular-nums sm:-mt-4">
      <span>Version {policy.version}</span>
      <span>
        Updated{' '}
        <time dateTime={policy.updated_at} title={formatDateTime(policy.updated_at)}>
          {formatDate(policy.updated_at)}
        </time>
        {author && ` by ${author}`}
      </span>
      {policy.category && <span>{policy.category}</span>}
    </p>
  )
}
