import type { AuditorLink, AuditorLinkState } from '@frontdesk/contract/auditor-links'
import { useQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { RevokeDialog } from '#web/features/admin/revoke-dialog.tsx'
import { PeoplePicker, type PickedPerson } from '#web/features/people/people-picker.tsx'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf, dueMoment, endOfDay } from '#web/lib/due-day.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { overviewQuery } from '#web/lib/overview.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { Dialog, FormDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Select, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import {
  auditorLinksQuery,
  type NewAuditorLink,
  useCreateAuditorLink,
  useRevokeAuditorLink,
} from './auditor-links.api.ts'

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
  if (query.error && !query.data) return <LoadState of={query} failure="Failed to load the links" />
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

const DAY = 86_400_000
const dayIn = (days: number) => dayOf(new Date(Date.now() + days * DAY))

type NewAuditorLinkDialogProps = {
  onCreated: (made: { name: string; link: string }) => void
  onClose: () => void
}

/** Who is to read what, and until when. */
function NewAuditorLinkDialog({ onCreated, onClose }: NewAuditorLinkDialogProps) {
  const creation = useCreateAuditorLink()
  const [people, setPeople] = useState<PickedPerson[]>([])
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [draft, setDraft] = useState<Draft>({
    name: '',
    item: '',
    from: '',
    to: '',
    end: dayIn(14),
    includesOrigin: false,
  })
  const set = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const submit = () => {
    const found = problemsOf(draft, people)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    creation.mutate(bodyOf(draft, people), {
      onSuccess: onCreated,
      onError: (error) => setProblems((error instanceof ApiError ? error.fields : undefined) ?? {}),
    })
  }
  const isAtFields = Object.keys(problems).length > 0
  return (
    <FormDialog
      title="New auditor’s link"
      description="Whoever has it reads what you choose here, with no account and nothing else."
      action="Make Link"
      busyLabel="Making…"
      isSending={creation.isPending}
      problem={
        creation.error && !isAtFields && failureOf(creation.error, 'Failed to make the link')
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {problems.scope && <ErrorPanel>{problems.scope}</ErrorPanel>}
      <Field
        label="Who is to read it"
        hint="It stands on every page, and in the audit trail."
        error={problems.name}
      >
        <TextInput
          maxLength={100}
          placeholder="Ms. Vance, Vance & Low LLP"
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <fieldset>
        <legend className="flex w-full items-baseline justify-between gap-3 font-medium">
          Person <span className="text-xs font-normal text-muted">Optional</span>
        </legend>
        <PeoplePicker
          picked={people}
          onChange={(picked) => setPeople(picked.slice(-1))}
          includesDeactivated
        />
      </fieldset>
      <ItemAndRange draft={draft} problems={problems} onChange={set} />
      <Field label="Until" hint={draft.end && dueMoment(draft.end)} error={problems.ends_at}>
        <TextInput
          type="date"
          min={dayIn(0)}
          max={dayIn(89)}
          value={draft.end}
          onChange={(event) => set({ end: event.target.value })}
        />
      </Field>
      <Checkbox
        label="Show addresses and browsers of those who acknowledged"
        hint="The hash of a record covers them: without them it cannot be computed again."
        checked={draft.includesOrigin}
        onChange={(event) => set({ includesOrigin: event.target.checked })}
      />
    </FormDialog>
  )
}

type Draft = {
  name: string
  item: string
  from: string
  to: string
  end: string
  includesOrigin: boolean
}

/** The day after, as the end of a range is before a moment. */
const afterDay = (day: string) => new Date(Date.parse(endOfDay(day)) + 1000).toISOString()
const startOfDay = (day: string) => new Date(`${day}T00:00:00`).toISOString()

const bodyOf = (draft: Draft, people: PickedPerson[]): NewAuditorLink => ({
  name: draft.name,
  user_id: people[0]?.id ?? null,
  item_id: draft.item || null,
  from: draft.from === '' ? null : startOfDay(draft.from),
  to: draft.to === '' ? null : afterDay(draft.to),
  includes_origin: draft.includesOrigin,
  ends_at: endOfDay(draft.end),
})

/** What a form can know by itself; the server says the rest. */
function problemsOf(draft: Draft, people: PickedPerson[]): Record<string, string> {
  const { name, item, from, to, end } = draft
  return {
    ...(name.trim() === '' && { name: 'Please say who is to read it' }),
    ...(end === '' && { ends_at: 'Please choose a day' }),
    ...((from === '') !== (to === '') && { to: 'Please give both days' }),
    ...(people.length === 0 &&
      item === '' &&
      from === '' &&
      to === '' && { scope: 'Please choose a person, an item or a range of time' }),
  }
}

type ItemAndRangeProps = {
  draft: Draft
  problems: Record<string, string>
  onChange: (next: Partial<Draft>) => void
}

function ItemAndRange({ draft, problems, onChange }: ItemAndRangeProps) {
  const { data } = useQuery(overviewQuery())
  const items = data?.items.toSorted((one, other) => one.title.localeCompare(other.title)) ?? []
  return (
    <>
      <Field label="Policy, training or test" optional>
        <Select value={draft.item} onChange={(event) => onChange({ item: event.target.value })}>
          <option value="">All items</option>
          {items.map((item) => (
            <option key={item.item_id} value={item.item_id}>
              {item.title}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="From" optional error={problems.from}>
          <TextInput
            type="date"
            value={draft.from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </Field>
        <Field label="To" optional error={problems.to}>
          <TextInput
            type="date"
            value={draft.to}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </Field>
      </div>
    </>
  )
}
