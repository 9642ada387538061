import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { currentSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'

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

/** A form that may hold text from an earlier visit. */
type RestorableForm<Texts> = {
  restoredAt: number | null
  texts: Texts
  base: { texts: Texts }
  fill: (texts: Texts) => void
}

/** Says that the form holds text from an earlier visit, and how to be rid of it. */
export function RestoredNotice<Texts>({ state }: { state: RestorableForm<Texts> }) {
  const { restoredAt, texts, base, fill } = state
  if (restoredAt === null) return null
  const discard = () => {
    fill(base.texts)
    toast.undo('Your unsaved text was discarded', () => fill(texts))
  }
  return (
    <Notice
      tone="accent"
      action={
        <Button variant="secondary" size="sm" onClick={discard}>
          Discard it
        </Button>
      }
    >
      Your unsaved text from <RelativeTime iso={new Date(restoredAt).toISOString()} /> is back.
    </Notice>
  )
}

type FormFooterProps = {
  saveLabel: string
  busyLabel: string
  /** What has failed when there is a problem. */
  failure: string
  problem: string | null
  isSaving: boolean
  onDismiss: () => void
  onCancel: () => void
  cancelLabel?: string
  /** Between the two buttons: what else can be done with the form. */
  actions?: ReactNode
  /** Above the buttons: what keeps the form from being saved. */
  children?: ReactNode
  /** Beside them. */
  note?: ReactNode
}

/** The buttons of a long form, always in sight, and what became of saving. */
export function FormFooter(props: FormFooterProps) {
  const { saveLabel, busyLabel, failure, problem, isSaving, onDismiss, onCancel } = props
  const { cancelLabel = 'Cancel', actions } = props
  return (
    <div className="foot-bar -mx-1 grid gap-3 border-t border-line px-1 py-4">
      {props.children}
      {problem && (
        <ErrorPanel title={failure} onDismiss={onDismiss}>
          {problem}
        </ErrorPanel>
      )}
      {/* Three of them stay in one row of a phone: the page leaves room for no more. */}
      <div className="flex flex-wrap items-center gap-2 max-sm:*:grow max-sm:*:px-3">
        <Button type="submit" busy={isSaving} busyLabel={busyLabel}>
          {saveLabel}
        </Button>
        {actions}
        <Button variant="secondary" disabled={isSaving} onClick={onCancel}>
          {cancelLabel}
        </Button>
        {props.note}
      </div>
    </div>
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
