import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'

type SearchDialogProps = { onClose: () => void; children: ReactNode }

/** The search over whatever page is open, near the top, where its list has room to grow. */
export function SearchDialog({ onClose, children }: SearchDialogProps) {
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(opening) => {
            opener.current = globalThis.document.activeElement
            opening.preventDefault()
            if (opening.target instanceof HTMLElement)
              opening.target.querySelector('input')?.focus()
          }}
          onCloseAutoFocus={(closing) => {
            closing.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className={classes(
            'fixed inset-x-3 top-3 z-50 mx-auto max-w-xl rounded-xl border border-line bg-raised p-3',
            'shadow-overlay data-[state=open]:animate-rise-in sm:top-[14vh]',
          )}
        >
          <Radix.Title className="sr-only">Search</Radix.Title>
          {children}
          <p aria-hidden="true" className="flex gap-4 px-1 pt-2.5 text-xs text-muted max-sm:hidden">
            <span>↑ ↓ to choose</span>
            <span>Enter to open</span>
            <span>Esc to close</span>
          </p>
          <Radix.Close className="mt-2.5 w-full rounded-md border border-line py-2.5 text-sm font-medium sm:hidden">
            Close
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
