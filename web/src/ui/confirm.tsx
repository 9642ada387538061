import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { late } from '#web/lib/late.ts'
import { Button } from './button.tsx'

// Fetched where a ConfirmDialog stands, open or not: the inline box needs none of it. A server that
// goes away meanwhile is waited for: the form that it stands in stays.
const Dialog = late(() => import('./dialog.tsx'), 'Dialog')

type ConfirmBoxProps = {
  question: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** The second step of an inline deletion: it stands where the first button was pressed. */
export function ConfirmBox({
  question,
  confirmLabel = 'Delete',
  cancelLabel = 'Cancel',
  busy,
  busyLabel,
  onConfirm,
  onCancel,
}: ConfirmBoxProps) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element>(null)
  // Focus goes to the harmless answer, so that the question is read out, and back when it is gone.
  useEffect(() => {
    const page = globalThis.document
    opener.current ??= page.activeElement
    cancel.current?.focus()
    return () => {
      if (page.activeElement === page.body && opener.current instanceof HTMLElement) {
        opener.current.focus()
      }
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape cancels
    <fieldset
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy) onCancel()
      }}
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-danger-line bg-danger-soft py-3 pr-3 pl-4"
    >
      <p id={id} className="min-w-48 grow font-medium">
        {question}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" ref={cancel} disabled={busy} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button variant="danger" size="sm" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </fieldset>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  question: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  question,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  busy,
  busyLabel,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Suspense>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          if (!busy) onOpenChange(next)
        }}
        title={title}
        description={question}
        size="sm"
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
              {cancelLabel}
            </Button>
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={busyLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </>
        }
      />
    </Suspense>
  )
}

/** An inline confirmation in place of the button that asks for it; cancelling gives the focus back. */
export function useSecondStep() {
  const [isAsking, setIsAsking] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const cancel = () => {
    // The button has to be back before it can take the focus.
    flushSync(() => setIsAsking(false))
    trigger.current?.focus()
  }
  return { isAsking, ask: () => setIsAsking(true), cancel, trigger }
}
