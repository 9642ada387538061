import { useId, useState } from 'react'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AssignForm } from './assign-form.tsx'
import { assignmentOf, isBlank, noAssignment } from './assignment.ts'
import { RequirementList } from './requirement-list.tsx'
import { type RequiredItem, useAssign } from './requirements.api.ts'
import { words } from './requirement-words.ts'

type AssignDialogProps = {
  item: RequiredItem
  open: boolean
  isNew: boolean
  onOpenChange: (open: boolean) => void
}

/** Says of whom an item is required, and requires it of more. */
export function AssignDialog({ item, open, isNew, onOpenChange }: AssignDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState(noAssignment)
  const [problem, setProblem] = useState<string | null>(null)
  const assign = useAssign(item)
  const offerUndo = useOfferUndo()

  const close = (next: boolean) => {
    if (assign.isPending) return
    if (!next) {
      setDraft(noAssignment)
      setProblem(null)
      assign.reset()
    }
    onOpenChange(next)
  }
  const submit = async () => {
    if (isBlank(draft)) return setProblem('Please choose who this is for')
    setProblem(null)
    try {
      const { undo } = await assign.mutateAsync(assignmentOf(draft))
      offerUndo(`“${item.title}” was assigned`, undo)
    } catch {
      return // Shown above the form.
    }
    setDraft(noAssignment)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={words[item.type].assign}
      description={item.title}
      footer={
        <>
          <Button variant="secondary" onClick={() => close(false)} disabled={assign.isPending}>
            {isNew ? 'Not now' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} busy={assign.isPending} busyLabel="Assigning…">
            Assign
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {assign.error && (
          <ErrorPanel title={words[item.type].assignFailure} onDismiss={() => assign.reset()}>
            {messageOf(assign.error, 'An unexpected error occurred')}
          </ErrorPanel>
        )}
        <AssignForm
          id={formId}
          question={words[item.type].whoQuestion}
          draft={draft}
          onChange={(change) => {
            setDraft({ ...draft, ...change })
            setProblem(null)
          }}
          problem={problem}
          onSubmit={() => void submit()}
        />
        <RequirementList item={item} />
      </div>
    </Dialog>
  )
}
