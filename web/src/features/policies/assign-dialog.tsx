import type { Policy } from '@frontdesk/contract/policies'
import { useId, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AssignForm } from './assign-form.tsx'
import { assignmentOf, isBlank, noAssignment } from './assignment.ts'
import { useAssignPolicy } from './policies.api.ts'
import { RequirementList } from './requirement-list.tsx'

type AssignDialogProps = {
  policy: Policy
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Says of whom a policy is required, and requires it of more. */
export function AssignDialog({ policy, open, onOpenChange }: AssignDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState(noAssignment)
  const [problem, setProblem] = useState<string | null>(null)
  const assign = useAssignPolicy(policy.id)

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
      await assign.mutateAsync(assignmentOf(draft))
    } catch {
      return // Shown above the form.
    }
    toast.success(`“${policy.title}” was assigned`)
    setDraft(noAssignment)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Assign policy"
      description={policy.title}
      footer={
        <>
          <Button variant="secondary" onClick={() => close(false)} disabled={assign.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={assign.isPending} busyLabel="Assigning…">
            Assign
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {assign.error && (
          <ErrorPanel title="Failed to assign policy" onDismiss={() => assign.reset()}>
            {messageOf(assign.error, 'An unexpected error occurred')}
          </ErrorPanel>
        )}
        <AssignForm
          id={formId}
          draft={draft}
          onChange={(change) => {
            setDraft({ ...draft, ...change })
            setProblem(null)
          }}
          problem={problem}
          onSubmit={() => void submit()}
        />
        <RequirementList policyId={policy.id} />
      </div>
    </Dialog>
  )
}
