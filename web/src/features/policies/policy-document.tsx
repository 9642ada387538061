import type { Policy } from '@frontdesk/contract/policies'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Markdown } from '#web/ui/markdown.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import './policy-print.css'

type PolicyDocumentProps = { policy: Policy; actions: ReactNode; notice: ReactNode }

/** The text itself, set for reading on screen and on paper. */
export function PolicyDocument({ policy, actions, notice }: PolicyDocumentProps) {
  return (
    <article data-print="sheet" className="min-w-0">
      <PageHeader
        title={policy.title}
        description={policy.description}
        back={{ to: '/policies', label: 'Policies' }}
      />
      <div data-print="no" className="-mt-2 mb-6 empty:hidden">
        {actions}
      </div>
      <PolicyMeta policy={policy} />
      <div data-print="no" className="mb-6 max-w-[68ch] empty:hidden">
        {notice}
      </div>
      <div className="text-lg leading-[1.7]">
        <Markdown source={policy.content} />
      </div>
    </article>
  )
}

function PolicyMeta({ policy }: { policy: Policy }) {
  const author = policy.last_updated_by_name ?? policy.created_by_name
  return (
    <p className="mb-8 flex max-w-[68ch] flex-wrap gap-x-2 gap-y-1 border-y border-line py-3 text-sm text-muted tabular-nums">
      <span>Version {policy.version}</span>
      <Dot />
      <span>
        Updated{' '}
        <time dateTime={policy.updated_at} title={formatDateTime(policy.updated_at)}>
          {formatDate(policy.updated_at)}
        </time>
        {author && ` by ${author}`}
      </span>
      {policy.category && (
        <>
          <Dot />
          <span>{policy.category}</span>
        </>
      )}
    </p>
  )
}

const Dot = () => <span aria-hidden="true">·</span>
