import type { ListedImport } from '@frontdesk/contract/imports'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { call, download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { formatDate } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { SaveButton } from '#web/ui/save-button.tsx'

/** The file that a draft or a policy came from; null where it came from none. */
const originQuery = (of: { draft_id: string } | { policy_id: string }) =>
  queryOptions({
    queryKey: ['imports', 'origin', of],
    queryFn: async ({ signal }) => (await call('GET /imports', { signal, query: of }))[0] ?? null,
  })

type OriginLineProps = { of: { draft_id: string } | { policy_id: string }; className?: string }

/** The file that a draft or policy came from; nothing where it was written here. */
export function OriginLine({ of, className }: OriginLineProps) {
  const { data: file } = useQuery(originQuery(of))
  if (!file) return null
  return (
    <section
      aria-label="Where this came from"
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm text-muted',
        className,
      )}
    >
      <FileText className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-40 grow basis-0">
        From <bdi className="font-medium wrap-anywhere text-ink">{file.file_name}</bdi>, brought in
        on {formatDate(file.created_at)}
        <span className="mt-0.5 block font-mono text-xs break-all">SHA-256 {file.sha256}</span>
      </p>
      <SaveOriginal file={file} />
    </section>
  )
}

/** The file as it was uploaded. */
export function SaveOriginal({ file }: { file: ListedImport }) {
  return (
    <SaveButton
      name={file.file_name}
      save={async () => saveOriginal(file)}
      failure="The file was not downloaded."
    />
  )
}

/** Hands the file as it was uploaded to the person's own disk. */
async function saveOriginal({ id, file_name: name }: ListedImport): Promise<void> {
  const { blob } = await download('GET /imports/:id/file', { params: { id } })
  saveAs(blob, name)
}
