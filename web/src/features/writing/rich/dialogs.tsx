import type { EditorView } from '@milkdown/kit/prose/view'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { describe, link, linkAt } from './commands.ts'

type LinkDialogProps = { view: EditorView; onClose: () => void }

/** Asks where the chosen words lead. */
export function LinkDialog({ view, onClose }: LinkDialogProps) {
  const [found] = useState(() => linkAt(view.state))
  const [address, setAddress] = useState(found?.href ?? '')
  const [words, setWords] = useState('')
  const [error, setError] = useState<string | null>(null)
  const asksWords = !found && view.state.selection.empty

  const close = () => {
    onClose()
    // The dialog gives the focus back to what opened it; the words are gone on with.
    setTimeout(() => view.focus())
  }
  const apply = (href: string | null) => {
    link(href, words.trim())(view.state, view.dispatch)
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form within the form that the text belongs to.
    event.stopPropagation()
    const href = linkAddress(address)
    if (href === null)
      return setError('Please give an address such as https://example.com or /policies')
    apply(href)
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()} title="Link" size="sm">
      <form className="grid gap-4 pt-1" noValidate onSubmit={submit}>
        <Field label="Address" error={error}>
          <TextInput
            inputMode="url"
            autoComplete="off"
            placeholder="https://…"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              setError(null)
            }}
          />
        </Field>
        {asksWords && (
          <Field label="Words" optional>
            <TextInput
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {found && (
            <Button variant="ghost" className="mr-auto" onClick={() => apply(null)}>
              Remove link
            </Button>
          )}
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">{found ? 'Change link' : 'Add link'}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The address that somebody means, such as `https://example.com` for `example.com`; null for none that a text may have. */
function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /[\s<>]/.test(address)) return null
  if (/^(?:https?:\/\/|tel:)[^/]/i.test(address) || /^mailto:.+@/i.test(address)) return address
  if (/^\/(?![/\\])/.test(address)) return address
  if (/^[^/@:]+@[^/@:]+\.[^/@:]+$/.test(address)) return `mailto:${address}`
  if (/^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u.test(address))
    return `https://${address}`
  return null
}

type PictureDialogProps = {
  view: EditorView
  /** Where the picture stands. */
  at: number
  onClose: () => void
}

/** Asks what a picture shows. */
export function PictureDialog({ view, at, onClose }: PictureDialogProps) {
  const [words, setWords] = useState(() => String(view.state.doc.nodeAt(at)?.attrs.alt ?? ''))
  const close = () => {
    onClose()
    setTimeout(() => view.focus())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form within the form that the text belongs to.
    event.stopPropagation()
    describe(at, words.trim())(view.state, view.dispatch)
    close()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()} title="Describe Picture" size="sm">
      <form className="grid gap-4 pt-1" noValidate onSubmit={submit}>
        <Field
          label="What the picture shows"
          hint="Read out to those who can’t see it, and shown where it could not be loaded."
        >
          <TextInput
            autoComplete="off"
            maxLength={300}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Describe</Button>
        </div>
      </form>
    </Dialog>
  )
}
