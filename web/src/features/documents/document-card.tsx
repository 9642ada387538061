import type { Document } from '@frontdesk/contract/documents'
import { megabytes } from '#web/lib/file-size.ts'
import { formatDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { DocumentThumbnail } from './document-thumbnail.tsx'
import { typeLabel } from './file-facts.ts'

export function DocumentCard({ document }: { document: Document }) {
  return (
    <li className="linked-row relative flex min-w-0 flex-col rounded-lg border border-line bg-surface transition-colors hover:border-line-control">
      <DocumentThumbnail document={document} />
      <div className="flex grow flex-col gap-2 p-4">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">
            <PathLink to={`/documents/${document.id}`} className="row-link rounded-lg">
              <bdi>{document.title}</bdi>
            </PathLink>
          </h2>
          {document.description && (
            <p className="mt-0.5 line-clamp-2 text-sm text-muted">{document.description}</p>
          )}
        </div>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <p className="text-sm text-muted tabular-nums">
            {typeLabel(document.file_type)} · {megabytes(document.file_size)}
          </p>
          <Badge>{document.category}</Badge>
        </div>
        <p className="text-sm text-muted tabular-nums">
          Last updated {formatDate(document.updated_at)}
        </p>
      </div>
    </li>
  )
}
