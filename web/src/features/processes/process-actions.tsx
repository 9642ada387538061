import type { Process } from '@frontdesk/contract/processes'
import { PenLine, Play, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { late } from '#web/lib/late.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { useWhenIdle } from '#web/lib/use-when-idle.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { DeleteProcess } from './delete-process.tsx'

const StartRunDialog = late(() => import('./start-run-dialog.tsx'), 'StartRunDialog')

type ProcessActionsProps = { process: Process; isEditor: boolean }

export function ProcessActions({ process, isEditor }: ProcessActionsProps) {
  const [starts, setStarts] = useState(false)
  useWhenIdle(true, StartRunDialog.preload)
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {process.status === 'active' && (
          <Button size="sm" icon={Play} onClick={() => setStarts(true)}>
            Start a Run
          </Button>
        )}
        {isEditor && (
          <ButtonLink
            to="/processes/$id/edit"
            params={{ id: process.id }}
            variant="secondary"
            size="sm"
            icon={PenLine}
          >
            Edit
          </ButtonLink>
        )}
        <AskAbout type="process" id={process.id} size="sm" />
        <PrintButton />
        {isEditor && !isAsking && (
          <Button variant="ghost" size="sm" icon={Trash2} ref={trigger} onClick={ask}>
            Delete
          </Button>
        )}
      </div>
      {isAsking && <DeleteProcess process={process} onCancel={cancel} />}
      {starts && (
        <Suspense>
          <StartRunDialog process={process} open onOpenChange={setStarts} />
        </Suspense>
      )}
    </>
  )
}
