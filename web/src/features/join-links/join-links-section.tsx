import type { JoinLink } from '@frontdesk/contract/join-links'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, Ellipsis, Link2, Printer, QrCode as QrIcon, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { RevokeDialog } from '#web/features/admin/revoke-dialog.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, DataTable, Pager } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OnlyHereNotice, stateWords, usedOf } from './join-link-words.tsx'
import {
  fetchJoinLink,
  joinLinkAddressQuery,
  joinLinksQuery,
  useRevokeJoinLink,
} from './join-links.api.ts'
import { JoinedPeopleDialog, NewJoinLinkDialog } from './join-link-dialogs.tsx'

/** Links by which several people join, with what became of each. */
export function JoinLinksSection() {
  const [isMaking, setIsMaking] = useState(false)
  const [shown, setShown] = useState<JoinLink | null>(null)
  const make = (
    <Button variant="secondary" size="sm" icon={QrIcon} onClick={() => setIsMaking(true)}>
      New Join Link
    </Button>
  )
  return (
    <div id="join-links" className="scroll-mt-20">
      <Section
        title="Join links"
        description="One link for several people, with a code to scan. Limit it, and revoke it at any time."
        actions={make}
      >
        <JoinLinkList onShow={setShown} />
      </Section>
      {isMaking && (
        <NewJoinLinkDialog
          onClose={() => setIsMaking(false)}
          onCreated={(link) => {
            setIsMaking(false)
            setShown(link)
          }}
        />
      )}
      <JoinLinkDialog shown={shown} onClose={() => setShown(null)} />
    </div>
  )
}

function JoinLinkList({ onShow }: { onShow: (link: JoinLink) => void }) {
  const stack = useCursorStack('')
  const query = useQuery(joinLinksQuery(stack.cursor))
  const navigate = useNavigate()
  const revoke = useRevokeJoinLink()
  const [doomed, setDoomed] = useState<JoinLink | null>(null)
  const [seen, setSeen] = useState<JoinLink | null>(null)
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load the join links" />
  const { data: links = [], nextCursor = null, total } = query.data ?? {}
  const columns = columnsFor({
    onCopy: (link) => void copyLink(link, onShow),
    onShow,
    onPoster: ({ id }) => void navigate({ to: '/people/join-links/$id/poster', params: { id } }),
    onPeople: setSeen,
    onRevoke: setDoomed,
  })
  return (
    <>
      <DataTable
        caption="Join links"
        columns={columns}
        rows={links}
        rowKey={({ id }) => id}
        loading={query.isPending}
        empty={
          <EmptyState icon={QrIcon} title="No join links yet">
            Make one, print its code for the office or send it to your group: whoever opens it gives
            a name, an email and a password.
          </EmptyState>
        }
      />
      {(nextCursor !== null || stack.page > 1) && (
        <Pager
          page={stack.page}
          hasPrevious={stack.page > 1}
          hasNext={nextCursor !== null}
          onPrevious={stack.toPrevious}
          onNext={() => nextCursor !== null && stack.toNext(nextCursor)}
          total={total ?? undefined}
        />
      )}
      <JoinedPeopleDialog of={seen} onClose={() => setSeen(null)} />
      <RevokeDialog
        doomed={doomed}
        noun="join link"
        question={({ label }) =>
          `“${label}” and its code stop working at once, for good. Whoever has joined by it stays.`
        }
        named={({ label }) => `The join link “${label}”`}
        failure="Failed to revoke the join link"
        revoke={revoke}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}

/** Where a browser doesn't let the page copy, the dialog has the link to select. */
async function copyLink(joinLink: JoinLink, onRefused: (joinLink: JoinLink) => void) {
  try {
    const { link } = await fetchJoinLink(joinLink.id)
    await navigator.clipboard.writeText(link)
    toast.success('The link is copied')
  } catch {
    onRefused(joinLink)
  }
}

type Actions = Record<
  'onCopy' | 'onShow' | 'onPoster' | 'onPeople' | 'onRevoke',
  (link: JoinLink) => void
>

const columnsFor = (actions: Actions): Column<JoinLink>[] => [
  {
    key: 'label',
    header: 'Link',
    shrinks: 'title',
    cell: ({ label, domain, created_by_name: by }) => (
      <div>
        <span className="block font-medium wrap-anywhere">{label}</span>
        <span className="block text-sm text-muted">
          {domain && <span className="wrap-anywhere">Only @{domain}. </span>}By {by}
        </span>
      </div>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
  { key: 'uses', header: 'Used', cell: usedOf },
  {
    key: 'ends_at',
    header: 'Until',
    cell: ({ ends_at: at }) => (at ? <time dateTime={at}>{formatDate(at)}</time> : '–'),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    cell: (row) => <LinkMenu row={row} actions={actions} />,
  },
]

function LinkMenu({ row, actions }: { row: JoinLink; actions: Actions }) {
  const disabled = row.state !== 'open'
  return (
    <Menu
      label={`Actions for ${row.label}`}
      icon={Ellipsis}
      items={[
        { label: 'Copy link', icon: Link2, disabled, onSelect: () => actions.onCopy(row) },
        { label: 'Link and QR code', icon: QrIcon, disabled, onSelect: () => actions.onShow(row) },
        { label: 'Poster', icon: Printer, disabled, onSelect: () => actions.onPoster(row) },
        { label: 'Who joined', icon: UsersRound, onSelect: () => actions.onPeople(row) },
        {
          label: 'Revoke',
          icon: Ban,
          danger: true,
          disabled: row.state === 'revoked',
          onSelect: () => actions.onRevoke(row),
        },
      ]}
    />
  )
}

type JoinLinkDialogProps = { shown: JoinLink | null; onClose: () => void }

/** The link and its code, to hand to everybody whom it is for. */
function JoinLinkDialog({ shown, onClose }: JoinLinkDialogProps) {
  if (!shown) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={shown.label}
      description="Whoever has it can open an account, until it ends or you revoke it."
      footer={
        <>
          <ButtonLink
            to="/people/join-links/$id/poster"
            params={{ id: shown.id }}
            variant="secondary"
            icon={Printer}
          >
            Poster
          </ButtonLink>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <LinkAndCode joinLink={shown} />
    </Dialog>
  )
}

function LinkAndCode({ joinLink }: { joinLink: JoinLink }) {
  const { data, error } = useQuery(joinLinkAddressQuery(joinLink.id))
  if (error) return <ErrorPanel>{failureOf(error, 'Failed to show the link')}</ErrorPanel>
  return (
    <div className="grid gap-5">
      <Field label="Link">
        <span className="flex items-center gap-2">
          <TextInput
            readOnly
            value={data?.link ?? ''}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy the link" text={data?.link ?? ''} />
        </span>
      </Field>
      {data && <OnlyHereNotice link={data.link} />}
      <div className="mx-auto w-full max-w-64">
        {data ? (
          <QrCode text={data.link} label={`QR code of ${joinLink.label}`} />
        ) : (
          <Skeleton className="aspect-square w-full" />
        )}
      </div>
    </div>
  )
}
