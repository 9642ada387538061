import type { AuditorLink, AuditorLinkState } from '@frontdesk/contract/auditor-links'
import { useQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { RevokeDialog } from '#web/features/admin/revoke-dialog.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CursorPager } from '#web/ui/cursor-pager.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { auditorLinksQuery, useRevokeAuditorLink } from './auditor-links.api.ts'
import { NewAuditorLinkDialog } from './new-auditor-link-dialog.tsx'

/** Who outside reads what, until when, and how often they did. */
export function AuditorLinksPage() {
  usePageTitle('Auditor’s links · Admin Panel')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; link: string } | null>(null)
  const make = (
    <Button icon={FileSearch} onClick={() => setIsMaking(true)}>
      New Link
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Auditor’s links"
        description="For somebody without an account who is to read evidence: about a person, an item or a range of time, for a while. Each look is in the audit trail."
        back={{ to: '/admin/audit', label: 'Audit' }}
        actions={make}
      />
      <AdminTabs />
      <LinkList />
      {isMaking && (
        <NewAuditorLinkDialog
          onClose={() => setIsMaking(false)}
          onCreated={(link) => {
            setIsMaking(false)
            setMade(link)
          }}
        />
      )}
      {made && <MadeDialog {...made} onClose={() => setMade(null)} />}
    </>
  )
}

/** The only time that the link is shown. */
function MadeDialog({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The link for ${name}`}
      description="It is shown only now. Whoever has it can read what you chose, so send it by a way that you trust."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Field label="Link">
        <span className="flex items-center gap-2">
          <TextInput readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton label="Copy the link" text={link} />
        </span>
      </Field>
    </Dialog>
  )
}

function LinkList() {
  const stack = useCursorStack('')
  const query = useQuery(auditorLinksQuery(stack.cursor))
  const revoke = useRevokeAuditorLink()
  const [doomed, setDoomed] = useState<AuditorLink | null>(null)
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load the links" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const links = query.data?.data ?? []
  return (
    <>
      <DataTable
        caption="Auditor’s links"
        columns={columnsFor(setDoomed)}
        rows={links}
        rowKey={({ id }) => id}
        loading={query.isPending}
        empty={
          <EmptyState icon={FileSearch} title="No auditor’s link yet">
            Make one for an auditor, a regulator or the other side’s lawyer. It shows what you
            choose and ends by itself.
          </EmptyState>
        }
      />
      <CursorPager stack={stack} answer={query.data} />
      <RevokeDialog
        doomed={doomed}
        noun="link"
        question={({ name }) =>
          `${name} can read nothing more by it from this moment on. What they printed they keep.`
        }
        named={({ name }) => `The link for ${name}`}
        failure="Failed to revoke the link"
        revoke={revoke}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}

const states: Record<AuditorLinkState, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'success' },
  ended: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  maker_gone: { label: 'Maker is no admin', tone: 'warning' },
}

/** What it shows, in a line. */
function scopeOf({ user_name: person, item_title: item, from, to }: AuditorLink): string {
  const last = to === null ? null : new Date(Date.parse(to) - 1).toISOString()
  return [person, item, from && `${formatDate(from)} to ${formatDate(last)}`]
    .filter(Boolean)
    .join(' · ')
}

const columnsFor = (onRevoke: (link: AuditorLink) => void): Column<AuditorLink>[] => [
  {
    key: 'name',
    header: 'For',
    shrinks: 'title',
    cell: ({ name, created_by_name: by, created_at: at }) => (
      <div>
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted">
          By {by}, {formatDate(at)}
        </span>
      </div>
    ),
  },
  {
    key: 'scope',
    header: 'Shows',
    cell: (row) => (
      <div>
        {scopeOf(row)}
        {row.includes_origin && (
          <span className="block text-sm text-muted">With addresses and browsers</span>
        )}
      </div>
    ),
  },
  {
    key: 'ends_at',
    header: 'Until',
    cell: ({ ends_at: at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatDate(at)}
      </time>
    ),
  },
  {
    key: 'views',
    header: 'Opened',
    cell: ({ views, last_viewed_at: at }) => (
      <div>
        {views === 0 ? 'Never' : views === 1 ? 'Once' : `${views} times`}
        {at && <span className="block text-sm text-muted">Last {formatDateTime(at)}</span>}
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: 'framed',
    cell: (row) => (
      <Button
        variant="secondary"
        size="sm"
        disabled={row.state === 'revoked' || row.state === 'ended'}
        onClick={() => onRevoke(row)}
      >
        Revoke<span className="sr-only"> the link for {row.name}</span>
      </Button>
    ),
  },
]
