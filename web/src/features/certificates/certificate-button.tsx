import { useMutation } from '@tanstack/react-query'
import { Award } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Downloads the caller's newest certificate of a test or training. */
export function CertificateButton({ testId }: { testId: string }) {
  const fetching = useMutation({
    mutationFn: async () => {
      const certificates = await call('GET /certificates')
      const newest = certificates.find(({ test_id: id }) => id === testId)
      if (!newest) throw new Error('There is no certificate')
      return download('GET /certificates/:id/file', { params: { id: newest.id } })
    },
    onSuccess: ({ blob, filename }) => saveAs(blob, filename),
    onError: (error) => toast.error(failureOf(error, 'Failed to download certificate')),
  })
  return (
    <Button
      variant="secondary"
      icon={Award}
      busy={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      Download Certificate
    </Button>
  )
}
