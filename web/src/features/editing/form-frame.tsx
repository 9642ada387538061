import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { currentSession } from '#web/session/session.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'

const FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable=true]'

/**
 * A form that publishes: Enter in a field goes on to the next one, where a browser would submit.
 * Only the button submits. A field that takes Enter for itself prevents the default, and keeps it.
 */
export function PublishingForm(props: ComponentProps<'form'>) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are of its fields
  return <form {...props} onKeyDown={moveOnEnter} />
}

function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (!isPlainEnter(event) || !isOfOneLine(target)) return
  // What a dialog shows is no part of the form that it was opened from.
  if (!form.contains(target) || ['submit', 'button', 'file', 'reset'].includes(target.type)) return
  event.preventDefault()
  if (target.type === 'radio' || target.type === 'checkbox') return
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(canTakeFocus)
  fields[fields.indexOf(target) + 1]?.focus()
}

/** A line, or one that wraps where it is long. */
const isOfOneLine = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement ||
  (target instanceof HTMLTextAreaElement && 'oneLine' in target.dataset)

/** Enter that was meant as such: not the end of a composed character, not a shortcut. */
export const isPlainEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' &&
  !event.defaultPrevented &&
  !event.nativeEvent.isComposing &&
  !(event.metaKey || event.ctrlKey || event.altKey || event.shiftKey)

const canTakeFocus = (field: HTMLElement) =>
  field.tabIndex >= 0 &&
  !field.matches(':disabled, [role=toolbar] *') &&
  field.getClientRects().length > 0

type FormSectionProps = { title: string; description?: ReactNode; children: ReactNode }

/** A named part of a long form. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <div>
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      {children}
    </section>
  )
}

type UnsavedDialogProps = {
  isDirty: boolean
  isSettled: () => boolean
  title?: string
  question?: string
}

/** Asks before leaving a form with unsaved text, within the app and out of it. */
export function UnsavedDialog({
  isDirty,
  isSettled,
  title = 'Leave without saving?',
  question = 'What you typed is kept in this tab, and is back when you return to this form.',
}: UnsavedDialogProps) {
  // Nobody is kept from the sign-in page once their session has ended; the text is kept.
  const holds = () => isDirty && !isSettled() && currentSession().state === 'signed-in'
  const blocker = useBlocker({
    shouldBlockFn: holds,
    enableBeforeUnload: holds,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={title}
      question={question}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
