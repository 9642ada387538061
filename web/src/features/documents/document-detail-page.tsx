import type { Document } from '@frontdesk/contract/documents'
import { canEditDocuments } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Folder, Pin } from 'lucide-react'
import { useEffect } from 'react'
import { useIsDeleting } from '#web/features/editing/use-deletion.ts'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { megabytes } from '#web/lib/file-size.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useUser } from '#web/session/user.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { DocumentActions } from './document-actions.tsx'
import { DocumentSkeleton } from './document-skeleton.tsx'
import { documentQuery } from './documents.api.ts'
import { typeLabel } from './file-facts.ts'
import { sayLoadFailure } from './load-failure.ts'

export function DocumentDetailPage() {
  const { id } = useParams({ from: '/shell/documents/$id' })
  const { data, error } = useQuery(documentQuery(id))
  const navigate = useNavigate()
  const isDeleting = useIsDeleting(documentQuery(id).queryKey)
  usePageTitle(data?.data.title)
  // What somebody else has deleted can't be looked at any longer.
  const isLost = error !== null && !isDeleting
  useEffect(() => {
    if (!isLost) return
    sayLoadFailure(error)
    void navigate({ to: '/documents', replace: true })
  }, [isLost, error, navigate])
  if (!data) return <DocumentSkeleton />
  return <DocumentView key={id} document={data.data} />
}

function DocumentView({ document }: { document: Document }) {
  const isEditor = canEditDocuments(useUser())
  return (
    <article className="min-w-0">
      <PageHeader
        title={<bdi className="wrap-anywhere">{document.title}</bdi>}
        mark={
          <FavouriteStar item={{ type: 'documents', id: document.id, title: document.title }} />
        }
        back={{ to: '/documents', label: 'Back to Documents' }}
      />
      <div className="-mt-3 mb-5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted tabular-nums sm:-mt-4">
        {document.pinned && (
          <Badge tone="accent" icon={Pin}>
            Pinned
          </Badge>
        )}
        <Badge>{document.category}</Badge>
        {document.folder_id && (
          <PathLink
            to={`/documents?folder=${document.folder_id}`}
            className="inline-flex min-w-0 items-center gap-1.5 hover:text-ink hover:underline"
          >
            <Folder className="size-4 shrink-0" aria-hidden="true" />
            <span className="sr-only">Folder </span>
            <bdi className="wrap-anywhere">{document.folder_name}</bdi>
          </PathLink>
        )}
        <span>{typeLabel(document.file_type)}</span>
        <span>{megabytes(document.file_size)}</span>
        <span title={formatDateTime(document.updated_at)}>
          Last updated {formatDate(document.updated_at)}
          {document.last_updated_by_name && ` by ${document.last_updated_by_name}`}
        </span>
      </div>
      {document.description && (
        <p className="mb-6 max-w-[72ch] whitespace-pre-line wrap-anywhere">
          {document.description}
        </p>
      )}
      <DocumentActions document={document} isEditor={isEditor} />
      <p className="mt-6 text-sm text-muted">
        File: <bdi className="wrap-anywhere">{document.file_name}</bdi>
      </p>
      {isEditor && document.text_state === 'failed' && (
        <div className="mt-4 max-w-3xl">
          <Notice tone="warning">
            The text of this file could not be read, so the search finds it by its title and
            description only.
          </Notice>
        </div>
      )}
      <div className="mt-8 max-w-3xl">
        <LegalHoldLine of={{ type: 'document', id: document.id, title: document.title }} />
      </div>
    </article>
  )
}
