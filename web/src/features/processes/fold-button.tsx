import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { useOpenSteps } from './use-open-steps.ts'

type FoldButtonProps = {
  steps: { id: string; description: string | null }[]
  folds: ReturnType<typeof useOpenSteps>
}

/** Folds all texts away, or opens them all; nothing where no step has one. */
export function FoldButton({ steps, folds }: FoldButtonProps) {
  const foldable = steps.filter((step) => step.description).map((step) => step.id)
  if (foldable.length === 0) return null
  const anyOpen = foldable.some((id) => folds.isOpen(id))
  return (
    <Button
      variant="ghost"
      size="sm"
      className="ml-auto"
      icon={anyOpen ? ChevronsDownUp : ChevronsUpDown}
      onClick={() => (anyOpen ? folds.closeAll(foldable) : folds.openAll())}
    >
      {anyOpen ? 'Collapse all' : 'Expand all'}
    </Button>
  )
}
