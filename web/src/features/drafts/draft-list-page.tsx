import type { DraftKind, ListedDraft } from '@frontdesk/contract/drafts'
import { ITEMS } from '@frontdesk/contract/items'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  FileInput,
  MessageSquare,
  PenLine,
  Plus,
  TriangleAlert,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { draftsQuery, draftTitle, publishDraft } from '#web/features/editing/drafts.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'
import { useIsHere } from '#web/lib/whereabouts.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ChosenBar, EmptyState, type Growing, GrowingList } from '#web/ui/lists.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'

type Shown = DraftKind | 'all'

const options: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'policy', label: ITEMS.policy.plural },
  { value: 'training', label: ITEMS.training.plural },
]

const readParams = (raw: Record<string, unknown>) => ({
  kind: (['policy', 'training'] as const).find((kind) => kind === raw.kind),
})

/** What is being written and not live yet. */
export function DraftListPage() {
  const { params, change } = useSearchParams(readParams)
  return (
    <>
      <PageHeader
        title="Drafts"
        description="Policies and trainings in the making. Only admins see them, until they are published."
        back={
          params.kind === 'training'
            ? { to: '/training', label: 'Training' }
            : { to: '/policies', label: 'Policies' }
        }
      />
      <div className="mb-6">
        <SegmentedControl
          label="Which drafts"
          options={options}
          value={params.kind ?? 'all'}
          onChange={(value) => change({ kind: value === 'all' ? undefined : value })}
        />
      </div>
      <DraftResults kind={params.kind} />
    </>
  )
}

function DraftResults({ kind }: { kind?: DraftKind }) {
  const query = useInfiniteQuery(draftsQuery(kind))
  if (!query.data)
    return <LoadState of={query} failure="Failed to load drafts" waiting={<CardSkeleton />} />
  return <DraftRows of={query} drafts={query.data.pages.flatMap((page) => page.data)} kind={kind} />
}

type DraftRowsProps = { of: Growing; drafts: ListedDraft[]; kind?: DraftKind }

function DraftRows({ of, drafts, kind }: DraftRowsProps) {
  const many = usePublishMany(drafts)
  const isWhole = many.ready.length === drafts.length
  const isBusy = many.progress !== null
  if (drafts.length === 0 && !isBusy) return <NoDrafts kind={kind} />
  return (
    <>
      <PublishNews {...many} />
      {drafts.length > 1 && (
        <div className="mb-2 flex justify-end">
          <Button
            variant="ghost"
            size="sm"
            disabled={isBusy}
            onClick={() =>
              many.choose(
                drafts.map(({ id }) => id),
                !isWhole,
              )
            }
          >
            {isWhole ? 'Choose none' : 'Choose all'}
          </Button>
        </div>
      )}
      <GrowingList
        of={of}
        label="Drafts"
        className="overflow-hidden rounded-lg border border-line bg-surface"
        count={drafts.length}
      >
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            isChosen={many.ready.includes(draft)}
            disabled={isBusy}
            onChoose={(on) => many.choose([draft.id], on)}
          />
        ))}
      </GrowingList>
      <PublishBar {...many} />
    </>
  )
}

type DraftRowProps = {
  draft: ListedDraft
  isChosen: boolean
  disabled: boolean
  onChoose: (on: boolean) => void
}

function DraftRow({ draft, isChosen, disabled, onChoose }: DraftRowProps) {
  const { comments, publish_failed: failed } = draft
  const title = draftTitle(draft)
  return (
    <li className="linked-row relative grid gap-2 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5">
      <div className="flex items-start gap-3">
        <DraftBadges draft={draft} />
        <Checkbox
          className="-m-2 ml-auto w-fit shrink-0 p-2"
          label={<span className="sr-only">Choose {title}</span>}
          checked={isChosen}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </div>
      <h2 className="text-lg font-semibold wrap-anywhere">
        <PathLink to={`/drafts/${draft.id}`} className="row-link rounded-lg">
          {title}
        </PathLink>
      </h2>
      {failed && <p className="text-sm text-danger">{failed}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
        <span>
          Saved by {draft.last_updated_by_name} <RelativeTime iso={draft.updated_at} />
        </span>
        {comments > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <MessageSquare className="size-4" aria-hidden="true" />
            {comments === 1 ? '1 comment' : `${comments} comments`}
          </span>
        )}
      </p>
    </li>
  )
}

function DraftBadges({ draft }: { draft: ListedDraft }) {
  const { kind, item_id: itemId, publish_at: at, publish_failed: failed } = draft
  return (
    // In a narrow window a long one takes two lines, and the box beside it stays in sight.
    <div className="flex min-w-0 flex-wrap items-center gap-2 *:shrink *:text-start *:whitespace-normal">
      <Badge icon={ITEM_ICONS[kind]}>{ITEMS[kind].label}</Badge>
      {itemId !== null && <Badge>Change to a live one</Badge>}
      {at && (
        <Badge tone="accent" icon={CalendarClock}>
          Publishes on {formatDateTime(at)}
        </Badge>
      )}
      {failed && (
        <Badge tone="danger" icon={TriangleAlert}>
          Not published
        </Badge>
      )}
    </div>
  )
}

function NoDrafts({ kind }: { kind?: DraftKind }) {
  return (
    <EmptyState
      icon={PenLine}
      title="No drafts"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {kind !== 'training' && (
            <ButtonLink to="/policies/add" icon={Plus}>
              Add New Policy
            </ButtonLink>
          )}
          {kind !== 'training' && (
            <ButtonLink to="/policies/import" icon={FileInput} variant="secondary">
              Bring Your Handbook
            </ButtonLink>
          )}
          {kind !== 'policy' && (
            <ButtonLink to="/training/add" icon={Plus} variant={kind ? 'primary' : 'secondary'}>
              Add New Training
            </ButtonLink>
          )}
        </div>
      }
    >
      A draft is for what is not ready to be read: write it over days, have another admin comment on
      it, and publish it at once or on a date. Begin as ever, and choose “Save as draft”.
    </EmptyState>
  )
}

type Failure = { id: string; sentence: string }

/** Which of these drafts are chosen, and publishing them one after the other. */
function usePublishMany(drafts: ListedDraft[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Which of how many is under way; published ones leave the list meanwhile. */
  const [progress, setProgress] = useState<{ number: number; of: number } | null>(null)
  const [failures, setFailures] = useState<Failure[]>([])
  const refresh = useRefresh('drafts', 'policies', 'trainings', 'me')
  const isHere = useIsHere()
  const ready = drafts.filter(({ id }) => chosen.has(id))

  const publish = async () => {
    const failed: Failure[] = []
    setFailures([])
    for (const [index, draft] of ready.entries()) {
      if (!isHere.current) break
      setProgress({ number: index + 1, of: ready.length })
      try {
        // As it is listed: what somebody saved since is for them to look at first.
        const as = { overwrite: false, etag: `"${draft.revision}"` }
        // oxlint-disable-next-line no-await-in-loop -- how far it is can be seen, and leaving the page ends it
        await publishDraft(draft.id, as)
      } catch (error) {
        const sentence = failureOf(error, 'It was not published. Please try again.')
        failed.push({ id: draft.id, sentence: `“${draftTitle(draft)}”: ${sentence}` })
      }
    }
    await refresh()
    setProgress(null)
    setFailures(failed)
    setChosen(new Set(failed.map(({ id }) => id)))
    const published = ready.length - failed.length
    if (published > 0 && isHere.current) toast.success(`${countedDrafts(published)} published.`)
  }
  return {
    ready,
    progress,
    failures,
    choose: (ids: string[], on: boolean) =>
      setChosen(new Set([...chosen].filter((id) => !ids.includes(id)).concat(on ? ids : []))),
    dismiss: () => setFailures([]),
    publish,
  }
}

const countedDrafts = (count: number) => (count === 1 ? '1 draft' : `${count} drafts`)

type PublishMany = ReturnType<typeof usePublishMany>

/** What was not published, and why. */
function PublishNews({ failures, dismiss }: PublishMany) {
  if (failures.length === 0) return null
  return (
    <div className="mb-6">
      <ErrorPanel
        title={`${countedDrafts(failures.length)} could not be published`}
        onDismiss={dismiss}
      >
        <ul className="grid gap-1">
          {failures.map(({ id, sentence }) => (
            <li key={id}>{sentence}</li>
          ))}
        </ul>
      </ErrorPanel>
    </div>
  )
}

/** Publishes all that are chosen. */
function PublishBar({ ready, progress, choose, publish }: PublishMany) {
  const [isAsking, setAsking] = useState(false)
  const ids = ready.map(({ id }) => id)
  const isNew = ready.every(({ item_id: itemId }) => itemId === null)
  const isBusy = progress !== null
  if (ready.length === 0 && !isBusy) return null
  return (
    <ChosenBar label="Chosen drafts">
      <output className="grow font-medium tabular-nums">
        {progress ? `Publishing ${progress.number} of ${progress.of}…` : `${ready.length} chosen`}
      </output>
      <Button size="sm" busy={isBusy} onClick={() => setAsking(true)}>
        {`Publish ${countedDrafts(progress?.of ?? ready.length)}`}
      </Button>
      <IconButton
        size="sm"
        icon={X}
        label="Choose none"
        disabled={isBusy}
        onClick={() => choose(ids, false)}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Publish ${countedDrafts(ready.length)}?`}
        question={
          isNew
            ? 'Everybody can read them from then on. Nobody has to sign one before you ask for it.'
            : 'Everybody can read them from then on. Changes to what is live take the place of what is there.'
        }
        confirmLabel="Publish"
        onConfirm={() => {
          setAsking(false)
          void publish()
        }}
      />
    </ChosenBar>
  )
}
