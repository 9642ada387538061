import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { ErrorPanel } from './error-panel.tsx'

const HEIGHTS = 'max-h-[88dvh] sm:h-fit sm:max-h-[min(88dvh,48rem)]'
const sizes = {
  sm: `sm:max-w-md ${HEIGHTS}`,
  md: `sm:max-w-xl ${HEIGHTS}`,
  lg: `sm:max-w-3xl ${HEIGHTS}`,
  full: 'h-[96dvh] sm:max-w-[min(96vw,80rem)]',
}

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof sizes
  footer?: ReactNode
  children?: ReactNode
}

/** A centred sheet of paper; on a phone it slides up from the bottom edge. */
export function Dialog({ open, onOpenChange, title, description, size, ...rest }: DialogProps) {
  const { footer, children } = rest
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* As high as the sheet itself: a dialog over a dialog dims that too. */}
        <Radix.Overlay
          className={classes(
            'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out',
            'data-[state=open]:animate-fade-in',
          )}
        />
        <Radix.Content
          // There is no Radix trigger to go back to: focus returns to what opened the dialog.
          onOpenAutoFocus={(opening) => {
            opener.current = globalThis.document.activeElement
            const first = firstField(opening.target)
            if (!first) return
            opening.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          // A search that is not empty takes Escape for itself: what was chosen so far stays.
          onEscapeKeyDown={(event) => {
            const { target } = event
            if (target instanceof HTMLInputElement && target.type === 'search' && target.value) {
              event.preventDefault()
            }
          }}
          // Without a description Radix wants to be told that none is meant.
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classes(
            'sheet fixed inset-x-0 bottom-0 z-50 mx-auto flex w-full flex-col border',
            'rounded-t-xl border-line bg-raised shadow-overlay sm:inset-y-0 sm:my-auto',
            'sm:rounded-xl',
            'max-sm:data-[state=closed]:animate-sheet-out max-sm:data-[state=open]:animate-sheet-in',
            'sm:data-[state=closed]:animate-rise-out sm:data-[state=open]:animate-rise-in',
            sizes[size ?? 'md'],
          )}
        >
          <header className="flex items-start gap-4 py-4 pr-3.5 pl-5 sm:pl-6">
            <div className="min-w-0 grow pt-1">
              <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={X} />
            </Radix.Close>
          </header>
          {children && (
            <div className="min-h-0 grow overflow-y-auto px-5 pb-5 sm:px-6">{children}</div>
          )}
          {footer && (
            <footer
              className={classes(
                'flex flex-wrap justify-end gap-2 border-t border-line px-5 pt-3.5 sm:px-6',
                'pb-[max(0.875rem,env(safe-area-inset-bottom))] max-sm:*:grow',
              )}
            >
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  /** What the button says that sends it, and what while it is sent. */
  action: string
  busyLabel: string
  danger?: boolean
  isSending: boolean
  /** What failed, unless it is said beside a field. */
  problem?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog of its own, which stays open while it is sent. */
export function FormDialog({ action, busyLabel, danger, isSending, ...rest }: FormDialogProps) {
  const { title, description, size, problem, onSubmit, onClose, children } = rest
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const isAsked = useRef(false)
  // What is wrong may be out of sight in a low window: pressing the button would seem to do nothing.
  useEffect(() => {
    if (isSending || !isAsked.current || !form.current) return
    isAsked.current = !goToProblem(form.current)
  })
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isSending) onClose()
      }}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button variant="secondary" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            busy={isSending}
            busyLabel={busyLabel}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          isAsked.current = true
          onSubmit()
        }}
      >
        {problem && <ErrorPanel>{problem}</ErrorPanel>}
        {children}
      </form>
    </Dialog>
  )
}

/** Shows the first thing that is wrong, and leads to where it is mended. Returns whether there is one. */
function goToProblem(form: HTMLElement): boolean {
  const problem = form.querySelector<HTMLElement>('[data-problem], [role=alert]')
  if (!problem) return false
  const around = problem.closest('fieldset') ?? problem.parentElement
  const fields = 'input, select, textarea'
  if (problem.matches('[data-problem]')) around?.querySelector<HTMLElement>(fields)?.focus()
  problem.scrollIntoView({ block: 'nearest' })
  return true
}

/** Where a person who opened the dialog to say something goes on typing; null where nothing is asked. */
function firstField(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement)) return null
  const fields = 'input:not([type=hidden], [type=file]), select, textarea'
  return dialog.querySelector(`:is(${fields}):not(:disabled)`)
}
