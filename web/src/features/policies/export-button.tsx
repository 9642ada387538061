import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { acknowledgedQueryOf, outstandingQueryOf, type RegisterParams } from './register-params.ts'

/** All rows that match the filters as one file, not only the page on screen. */
export function ExportButton({ params }: { params: RegisterParams }) {
  const exporting = useMutation({
    mutationFn: () =>
      params.view === 'outstanding'
        ? download('GET /admin/policies/outstanding.csv', { query: outstandingQueryOf(params) })
        : download('GET /admin/policies/acknowledgments.csv', {
            query: acknowledgedQueryOf(params),
          }),
    onSuccess: ({ blob, filename }) => saveAs(blob, filename),
    onError: (error) => toast.error(messageOf(error, 'Failed to export')),
  })
  return (
    <Button
      variant="secondary"
      icon={Download}
      busy={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export CSV
    </Button>
  )
}
