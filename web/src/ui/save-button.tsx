import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

type SaveButtonProps = {
  /** What is downloaded, for those who don't see what stands beside it. */
  name: string
  save: () => Promise<unknown>
  failure: string
}

/** Downloads one file; what goes wrong is said in a toast. */
export function SaveButton({ name, save, failure }: SaveButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const start = async () => {
    setIsBusy(true)
    try {
      await save()
    } catch (error) {
      toast.error(failureOf(error, failure))
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
      aria-label={`Download ${name}`}
      onClick={() => void start()}
    >
      Download
    </Button>
  )
}
