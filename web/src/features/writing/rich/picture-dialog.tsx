import type { EditorView } from '@milkdown/kit/prose/view'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { describe } from './commands.ts'

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
