import type { Document } from '@frontdesk/contract/documents'
import { canEditDocuments } from '@frontdesk/contract/permissions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { countText } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { useUser } from '#web/session/user.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GrowingList } from '#web/ui/growing-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ChosenDocuments } from './chosen-documents.tsx'
import { DocumentCard } from './document-card.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { documentGrid } from './document-grid.ts'
import { DocumentListSkeleton } from './document-list-skeleton.tsx'
import { documentsQuery } from './documents.api.ts'
import { FolderBar } from './folder-bar.tsx'
import { foldersQuery } from './folders.api.ts'
import { filterOf, type ListParams, readListParams } from './list-params.ts'
import { NoDocuments } from './no-documents.tsx'

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
        <ErrorPanel title="Failed to load documents" onRetry={() => void query.refetch()}>
          {messageOf(query.error, 'Please try again.')}
        </ErrorPanel>
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
          <GrowingList
            className={documentGrid}
            count={documents.length}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          >
            {documents.map((document) => (
              <DocumentCard key={document.id} document={document} choice={choiceOf(document)} />
            ))}
          </GrowingList>
        </section>
      )}
    </>
  )
}
