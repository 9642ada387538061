import type { ListedImport } from '@frontdesk/contract/imports'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { saveOriginal } from './imports.api.ts'

/** The file as it was uploaded. */
export function SaveOriginal({ file }: { file: ListedImport }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      await saveOriginal(file)
    } catch (error) {
      toast.error(failureOf(error, 'The file was not downloaded.'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={Download}
      busy={isBusy}
      aria-label={`Download ${file.file_name}`}
      onClick={() => void save()}
    >
      Download
    </Button>
  )
}
