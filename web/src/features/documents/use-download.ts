import type { Document } from '@frontdesk/contract/documents'
import { useState } from 'react'
import { download } from '#web/lib/call.ts'
import { downloadInParts } from '#web/lib/download-in-parts.ts'
import { saveAs } from '#web/lib/save-as.ts'

/** Fetches a document's file and hands it to the person's own disk. */
export function useDownload({ id, mime_type: mime, file_name: name, file_size: size }: Document) {
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const start = async () => {
    setError(null)
    setShare(0)
    try {
      const Accept = `${mime}, */*;q=0.1`
      const blob = await downloadInParts(
        (range) =>
          download('GET /documents/:id/file', { params: { id }, headers: { Accept, ...range } }),
        { size, onProgress: setShare },
      )
      saveAs(blob, name)
    } catch (failure) {
      setError(failure)
    } finally {
      setShare(null)
    }
  }
  return {
    start: () => void start(),
    isPending: share !== null,
    says: `${Math.floor((share ?? 0) * 100)}%`,
    error,
    dismiss: () => setError(null),
  }
}
