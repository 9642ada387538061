import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { saveAs } from '#web/lib/files.ts'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

type ExportButtonProps = {
  label?: string
  /** Beside a heading within a page: small, with the words that say of what it is. */
  of?: string
  fetchFile: () => Promise<{ blob: Blob; filename: string }>
}

/** All rows that match the filters of a table as one file, not only the page on screen. */
export function ExportButton({ label = 'Export CSV', of, fetchFile }: ExportButtonProps) {
  const exporting = useMutation({
    // Given with the press: what the hook holds follows the filters a moment later.
    mutationFn: async (fetch: ExportButtonProps['fetchFile']) => fetch(),
    onSuccess: ({ blob, filename }) => saveAs(blob, filename),
    onError: (error) => toast.error(failureOf(error, 'Failed to export')),
  })
  return (
    <Button
      variant={of ? 'ghost' : 'secondary'}
      size={of ? 'sm' : 'md'}
      icon={Download}
      busy={exporting.isPending}
      onClick={() => exporting.mutate(fetchFile)}
    >
      {of ? (
        <>
          CSV<span className="sr-only"> of {of}</span>
        </>
      ) : (
        label
      )}
    </Button>
  )
}
