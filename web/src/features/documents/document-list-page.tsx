import { DOCUMENT_CATEGORIES } from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { canEditDocuments } from '@frontdesk/contract/permissions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CopyCheck, FolderCog, FolderOpen, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { countText } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState, GrowingList, NoMatch } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { Filter, Select } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChosenDocuments, DocumentCard } from './document-card.tsx'
import {
  documentsQuery,
  filterOf,
  kindLabels,
  type ListParams,
  orders,
  readListParams,
} from './documents.api.ts'
import { foldersQuery } from './folders.api.ts'

export function DocumentListPage() {
  const isEditor = canEditDocuments(useUser())
  const { params, change } = useSearchParams(readListParams)
  const [chosen, setChosen] = useState<Document[] | null>(null)
  // The folders stand above the documents, and would move them.
  const folders = useQuery(foldersQuery(filterOf(params)))
  const isFoldersAsked = folders.isLoading && folders.failureCount === 0
  return (
    <>
      <PageHeader
        title="Document Repository"
        description="Forms, guides and records, for everyone in the office."
        actions={
          isEditor && (
            <ButtonLink
              to="/documents/add"
              search={params.folder ? { folder: params.folder } : undefined}
              icon={Plus}
            >
              Add New Document
            </ButtonLink>
          )
        }
      />
      <DocumentFilters params={params} onChange={change} />
      <DocumentResults
        params={params}
        bar={
          <FolderBar
            params={params}
            isEditor={isEditor}
            isChoosing={chosen !== null}
            onPick={(folder) => change({ folder })}
            onChoose={() => setChosen(chosen ? null : [])}
          />
        }
        isBarAsked={isFoldersAsked}
        isEditor={isEditor}
        chosen={chosen}
        onChoose={setChosen}
        onShowAll={() => change({ search: '', category: '', kind: '', folder: '' })}
      />
      {chosen && <ChosenDocuments documents={chosen} onDone={() => setChosen(null)} />}
    </>
  )
}

const isSought = ({ search, category, kind }: ListParams) =>
  search !== '' || category !== '' || kind !== ''

type DocumentResultsProps = {
  params: ListParams
  /** Above them, once what it shows is here. */
  bar: ReactNode
  isBarAsked: boolean
  isEditor: boolean
  /** Null while none are being chosen. */
  chosen: Document[] | null
  onChoose: (documents: Document[]) => void
  onShowAll: () => void
}

function DocumentResults(props: DocumentResultsProps) {
  const { params, bar, isBarAsked, isEditor, chosen, onChoose, onShowAll } = props
  const query = useInfiniteQuery(documentsQuery(filterOf(params)))
  if (isBarAsked || (!query.data && !query.error)) return <DocumentListSkeleton />
  if (!query.data) {
    return (
      <>
        {bar}
        <LoadState of={query} failure="Failed to load documents" />
      </>
    )
  }
  const documents = query.data.pages.flatMap((page) => page.data)
  const { total, more } = query.data.pages[0] ?? { total: null, more: false }
  const settling = query.isPlaceholderData
  const sought = isSought(params)
  const narrowed = sought || params.folder !== ''
  const choiceOf = (document: Document) =>
    chosen
      ? {
          isChosen: chosen.some(({ id }) => id === document.id),
          onChoose: (on: boolean) => {
            const others = chosen.filter(({ id }) => id !== document.id)
            onChoose(on ? [...others, document] : others)
          },
        }
      : undefined
  return (
    <>
      {bar}
      <output className="sr-only">
        {narrowed && !settling && `${countText(total ?? documents.length, more)} found`}
      </output>
      {documents.length === 0 ? (
        <NoDocuments
          isNarrowed={narrowed}
          isFolder={!sought && params.folder !== '' && params.folder !== 'none'}
          isEditor={isEditor}
          onShowAll={onShowAll}
        />
      ) : (
        <section aria-label="Documents" aria-busy={settling}>
          <GrowingList of={query} className={documentGrid} count={documents.length}>
            {documents.map((document) => (
              <DocumentCard key={document.id} document={document} choice={choiceOf(document)} />
            ))}
          </GrowingList>
        </section>
      )}
    </>
  )
}

type DocumentFiltersProps = {
  params: ListParams
  onChange: (next: Partial<ListParams>, options?: { replace?: boolean }) => void
}

function DocumentFilters({ params, onChange }: DocumentFiltersProps) {
  // Whatever a menu says goes through the reader of the address.
  const pick = (name: keyof ListParams) => (value: string) =>
    onChange({ [name]: readListParams({ [name]: value })[name] })
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 max-[22rem]:*:col-span-2 sm:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_11rem_11rem_11rem]">
      <ListSearch
        label="Search documents"
        placeholder="Search documents..."
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 sm:col-span-3 xl:col-span-1"
      />
      <Filter
        label="Category"
        all="All categories"
        options={DOCUMENT_CATEGORIES.map((category) => ({ value: category, label: category }))}
        value={params.category}
        onChange={pick('category')}
      />
      <Filter
        label="Kind of file"
        all="All files"
        options={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        value={params.kind}
        onChange={pick('kind')}
      />
      <Select
        aria-label="Order"
        className="max-sm:col-span-2"
        value={params.order}
        onChange={(event) => pick('order')(event.target.value)}
      >
        {Object.entries(orders).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

const FoldersDialog = late(() => import('./folders-dialog.tsx'), 'FoldersDialog')

type FolderBarProps = {
  params: ListParams
  isEditor: boolean
  isChoosing: boolean
  onPick: (folder: string) => void
  onChoose: () => void
}

/** The folders with how many documents match in each; for admins, what is done with them. */
function FolderBar({ params, isEditor, isChoosing, onPick, onChoose }: FolderBarProps) {
  const { data } = useQuery(foldersQuery(filterOf(params)))
  const [isManaging, setIsManaging] = useState(false)
  const folders = data?.folders ?? []
  if (!isEditor && folders.length === 0) return null
  const all = folders.reduce((sum, folder) => sum + folder.documents, data?.unfiled ?? 0)
  return (
    <div className="mb-5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
      {folders.length > 0 && (
        <fieldset aria-label="Folders" className="min-w-0 grow basis-80">
          <ul className="relative -m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] sm:flex-wrap">
            <FolderChip
              name="All"
              count={all}
              isOn={params.folder === ''}
              onPick={() => onPick('')}
            />
            {folders.map(({ id, name, documents }) => (
              <FolderChip
                key={id}
                name={name}
                count={documents}
                isOn={params.folder === id}
                onPick={() => onPick(id)}
              />
            ))}
            <FolderChip
              name="No folder"
              count={data?.unfiled ?? 0}
              isOn={params.folder === 'none'}
              onPick={() => onPick('none')}
            />
          </ul>
        </fieldset>
      )}
      {isEditor && (
        <div className="flex flex-wrap gap-2 self-start">
          <Button
            variant="secondary"
            size="sm"
            icon={CopyCheck}
            aria-pressed={isChoosing}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={onChoose}
          >
            Choose Several
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={FolderCog}
            onClick={() => setIsManaging(true)}
          >
            Folders
          </Button>
        </div>
      )}
      {isManaging && (
        <Suspense>
          <FoldersDialog onClose={() => setIsManaging(false)} />
        </Suspense>
      )}
    </div>
  )
}

type FolderChipProps = { name: string; count: number; isOn: boolean; onPick: () => void }

function FolderChip({ name, count, isOn, onPick }: FolderChipProps) {
  return (
    <li className="shrink-0 sm:min-w-0 sm:shrink">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onPick}
        className={classes(
          'flex h-8 max-w-72 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm',
          'font-medium transition-colors hover:bg-hover pointer-coarse:h-10 sm:max-w-full',
          'aria-pressed:border-accent aria-pressed:bg-accent-soft',
        )}
      >
        <bdi className="truncate">{name}</bdi>
        <span className="text-xs font-normal text-muted tabular-nums">{count}</span>
      </button>
    </li>
  )
}

function DocumentListSkeleton() {
  return (
    <div className={documentGrid} aria-busy="true" aria-label="Loading documents">
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <div key={card} className="rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-[16/10] rounded-t-lg" />
          <div className="grid gap-3 p-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Where cards of documents stand. */
const documentGrid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4'

type NoDocumentsProps = {
  isNarrowed: boolean
  isFolder: boolean
  isEditor: boolean
  onShowAll: () => void
}

function NoDocuments({ isNarrowed, isFolder, isEditor, onShowAll }: NoDocumentsProps) {
  if (isFolder) {
    return (
      <NoMatch title="This folder is empty" clearLabel="Show all documents" onClear={onShowAll}>
        {isEditor
          ? 'Add a document to it, or choose several of another folder and move them here.'
          : 'Nobody has put a document here yet.'}
      </NoMatch>
    )
  }
  if (isNarrowed) {
    return (
      <NoMatch title="No document matches" clearLabel="Show all documents" onClear={onShowAll}>
        Titles, descriptions, categories, folders and file names were searched.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={FolderOpen}
      title="No Documents Available"
      action={
        isEditor && (
          <ButtonLink to="/documents/add" icon={Plus}>
            Add New Document
          </ButtonLink>
        )
      }
    >
      There are currently no documents in the system
    </EmptyState>
  )
}
