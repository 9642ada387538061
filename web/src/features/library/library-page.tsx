import { LIBRARY_KINDS } from '@frontdesk/contract/constants'
import { ITEMS } from '@frontdesk/contract/items'
import type { LibraryEntry, LibraryKind } from '@frontdesk/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Scale, X } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { useIsHere } from '#web/lib/whereabouts.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { ChosenBar } from '#web/ui/lists.tsx'
import { ErrorPanel, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { counted, HAVE_IT_READ, LibraryCard, LibraryPreview } from './library-card.tsx'
import { libraryQuery, takeText } from './library.api.ts'

const readParams = (raw: Record<string, unknown>) => ({
  kind: LIBRARY_KINDS.find((kind) => kind === raw.kind),
  open: textOf(raw.open),
})

/** Policies, processes and trainings to begin with: looked at here, made one's own in their editors. */
export function LibraryPage() {
  const { data, error, refetch } = useQuery(libraryQuery)
  return (
    <>
      <PageHeader
        title="Starter Library"
        description="Policies, processes and trainings to begin with. Take one as a draft, make it yours, then publish it."
      />
      <p className="mb-6 flex items-start gap-2.5 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
        <Scale className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
        <span>
          Each names what it rests on and the day on which that was checked; [brackets] are for you
          to fill in. None of it is legal advice. {HAVE_IT_READ}
        </span>
      </p>
      {data && <Library entries={data} />}
      <LoadState of={{ data, error, refetch }} failure="Failed to load the starter library" />
      {!data && !error && (
        <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <span className="sr-only">Loading the library…</span>
          {Array.from({ length: 6 }, (_, card) => (
            <CardSkeleton key={card} />
          ))}
        </div>
      )}
    </>
  )
}

function Library({ entries }: { entries: LibraryEntry[] }) {
  const { params, change } = useSearchParams(readParams)
  const { chosen, choose, clear } = useChosen()
  const router = useRouter()
  const taking = useTaking()
  const isTaking = taking.slugs.length > 0
  const isAdding = isTaking && taking.slugs.every((slug) => chosen.has(slug))
  const opened = entries.find(({ slug }) => slug === params.open)

  const use = async (entry: LibraryEntry) => {
    const [one] = await taking.take([entry])
    if (!one) return
    taking.clear()
    // Going back from there leads to the list, and not to what lies over it.
    await router.navigate({ href: one.path, replace: opened !== undefined })
  }
  const addChosen = async () => {
    const those = entries.filter(({ slug }) => chosen.has(slug))
    const made = await taking.take(those)
    choose(those.slice(0, made.length), false)
  }

  return (
    <>
      <KindFilter
        entries={entries}
        kind={params.kind}
        onChange={(kind) => change({ kind }, { replace: true })}
      />
      {!isTaking && <TakingNews {...taking} onDismiss={taking.clear} />}
      <div className="grid gap-10">
        {LIBRARY_KINDS.filter((kind) => !params.kind || params.kind === kind).map((kind) => (
          <Shelf
            key={kind}
            kind={kind}
            entries={entries.filter((entry) => entry.kind === kind)}
            chosen={chosen}
            isTaking={isTaking}
            current={taking.current}
            previewOf={({ slug }) =>
              `/library?${params.kind ? `kind=${params.kind}&` : ''}open=${slug}`
            }
            onChoose={choose}
            onUse={(entry) => void use(entry)}
          />
        ))}
      </div>
      {chosen.size > 0 && (
        <TakingBar
          count={chosen.size}
          done={isAdding ? taking.made.length : null}
          disabled={isTaking}
          onAdd={() => void addChosen()}
          onClear={clear}
        />
      )}
      {opened && (
        <LibraryPreview
          slug={opened.slug}
          isBusy={taking.current === opened.slug}
          disabled={isTaking}
          failure={taking.failure}
          onClose={() => change({ open: '' }, { replace: true })}
          onUse={() => void use(opened)}
        />
      )}
    </>
  )
}

/** The texts that are to be added together. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (those: LibraryEntry[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const { slug } of those) {
        if (on) after.add(slug)
        else after.delete(slug)
      }
      return after
    })
  return { chosen, choose, clear: () => setChosen(new Set()) }
}

type KindFilterProps = {
  entries: LibraryEntry[]
  kind: LibraryKind | undefined
  onChange: (kind: LibraryKind | undefined) => void
}

function KindFilter({ entries, kind: shown, onChange }: KindFilterProps) {
  const countOf = (kind: LibraryKind) => entries.filter((entry) => entry.kind === kind).length
  return (
    <div className="mb-6">
      <SegmentedControl
        label="Which kind"
        options={[
          { value: 'all', label: `All (${entries.length})` },
          ...LIBRARY_KINDS.map((kind) => ({
            value: kind,
            label: `${ITEMS[kind].plural} (${countOf(kind)})`,
          })),
        ]}
        value={shown ?? 'all'}
        onChange={(kind) => onChange(kind === 'all' ? undefined : kind)}
      />
    </div>
  )
}

type ShelfProps = {
  kind: LibraryKind
  entries: LibraryEntry[]
  chosen: ReadonlySet<string>
  isTaking: boolean
  /** Which is being taken. */
  current: string | undefined
  previewOf: (entry: LibraryEntry) => string
  onChoose: (entries: LibraryEntry[], on: boolean) => void
  onUse: (entry: LibraryEntry) => void
}

/** All of one kind. */
function Shelf(props: ShelfProps) {
  const { kind, entries, chosen, isTaking, current, previewOf, onChoose, onUse } = props
  const isWhole = entries.every(({ slug }) => chosen.has(slug))
  const plural = ITEMS[kind].plural
  return (
    <section aria-labelledby={`shelf-${kind}`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={`shelf-${kind}`} className="text-xl font-semibold">
          {plural}
        </h2>
        <Button
          variant="ghost"
          size="sm"
          disabled={isTaking}
          onClick={() => onChoose(entries, !isWhole)}
        >
          {isWhole ? `Choose no ${plural.toLowerCase()}` : `Choose all ${plural.toLowerCase()}`}
        </Button>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {entries.map((entry) => (
          <LibraryCard
            key={entry.slug}
            entry={entry}
            isChosen={chosen.has(entry.slug)}
            isBusy={entry.slug === current}
            disabled={isTaking}
            preview={previewOf(entry)}
            onChoose={(on) => onChoose([entry], on)}
            onUse={() => onUse(entry)}
          />
        ))}
      </ul>
    </section>
  )
}

type TakingBarProps = {
  count: number
  /** How many are added so far, while they are. */
  done: number | null
  disabled: boolean
  onAdd: () => void
  onClear: () => void
}

/** Adds all that are chosen. */
function TakingBar({ count, done, disabled, onAdd, onClear }: TakingBarProps) {
  return (
    <ChosenBar label="Chosen texts">
      <output className="grow font-medium tabular-nums">
        {done === null ? `${count} chosen` : `Adding ${Math.min(done + 1, count)} of ${count}…`}
      </output>
      <Button size="sm" busy={done !== null} disabled={disabled} onClick={onAdd}>
        {`Add ${count} as ${count === 1 ? 'a draft' : 'drafts'}`}
      </Button>
      <IconButton size="sm" icon={X} label="Choose none" disabled={disabled} onClick={onClear} />
    </ChosenBar>
  )
}

type TakingNewsProps = { made: Made[]; failure: string | null; onDismiss: () => void }

/** What became of the chosen texts, with the ways to it. */
function TakingNews({ made, failure, onDismiss }: TakingNewsProps) {
  if (made.length === 0 && failure === null) return null
  return (
    <div className="mb-6 grid gap-3">
      {failure && (
        <ErrorPanel title="This was not added" onDismiss={onDismiss}>
          {failure}
        </ErrorPanel>
      )}
      {made.length > 0 && (
        <Notice
          tone="success"
          action={
            <Button variant="ghost" size="sm" onClick={onDismiss}>
              Dismiss
            </Button>
          }
        >
          <p className="font-semibold">{counted(made.length, 'draft')} added. Make them yours:</p>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {made.map(({ id, title, path }) => (
              <li key={id}>
                <PathLink to={path} className={textLink}>
                  {title}
                </PathLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** What a text became. */
type Made = Awaited<ReturnType<typeof takeText>>

type Taking = {
  /** The texts that are being taken, while they are. */
  slugs: string[]
  /** What they became so far. */
  made: Made[]
  /** Why the rest was not taken. */
  failure: string | null
}

const NOTHING: Taking = { slugs: [], made: [], failure: null }

/** Takes texts one after the other, and says how far it is; leaving the page ends it after the current one. */
function useTaking() {
  const [taking, setTaking] = useState<Taking>(NOTHING)
  const refresh = useRefresh('library', 'processes', 'drafts')
  const isHere = useIsHere()

  /** Returns what was made; fewer than asked for where one failed, nothing where one has left the page. */
  const take = async (entries: LibraryEntry[]): Promise<Made[]> => {
    const made: Made[] = []
    let failure: string | null = null
    setTaking({ ...NOTHING, slugs: entries.map(({ slug }) => slug) })
    for (const { slug, title } of entries) {
      if (!isHere.current) break
      try {
        // oxlint-disable-next-line no-await-in-loop -- each is said when it is there, and a failure ends it
        made.push(await takeText(slug))
        setTaking((before) => ({ ...before, made: [...made] }))
      } catch (error) {
        failure = failureOf(error, `“${title}” was not added.`)
        break
      }
    }
    await refresh()
    setTaking({ slugs: [], made, failure })
    return isHere.current ? made : []
  }
  const current = taking.slugs[taking.made.length]
  return { ...taking, current, take, clear: () => setTaking(NOTHING) }
}
