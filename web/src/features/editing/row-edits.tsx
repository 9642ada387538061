import { Ellipsis, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { CellControl, CellTrouble, EditableCell, useEditsInPlace } from './editable-cell.tsx'
import { type CellEdit, useCellEdit } from './cell-edit.ts'

type EditedPartProps<Part extends string> = {
  /** What of the row is changed; its title is among it. */
  edits: Record<Part | 'title', CellEdit>
  part: NoInfer<Part> | 'title' | 'menu'
  children?: ReactNode
}

/** One field of a row as its editors have it, or the menu with all of them. */
export function EditedPart<Part extends string>({ edits, part, children }: EditedPartProps<Part>) {
  if (part === 'menu') return <RowEdits of={edits.title.of} edits={Object.values(edits)} />
  return (
    <EditableCell edit={edits[part]} isLink={part === 'title'}>
      {children}
    </EditableCell>
  )
}

/** The title of a row, saved by `save`. */
export const titleEdit = (title: string, save: CellEdit['save']) =>
  ({
    name: 'title',
    of: title,
    value: title,
    input: { type: 'text', maxLength: 200 },
    check: (value) => (value === '' ? 'Please enter a title' : undefined),
    save,
  }) satisfies CellEdit

type RowEditsProps = { of: string; edits: CellEdit[] }

/** The row's menu where cells are too small to be hit: each of its fields in a dialog. */
function RowEdits({ of, edits }: RowEditsProps) {
  const [name, setName] = useState<string | null>(null)
  const inPlace = useEditsInPlace()
  const edit = edits.find((one) => one.name === name)
  if (inPlace && !edit) return null
  return (
    <span className="relative z-1">
      <Menu
        label={`Actions for ${of}`}
        icon={Ellipsis}
        items={edits.map((one) => ({
          label: `Change the ${one.name}`,
          icon: Pencil,
          onSelect: () => setName(one.name),
        }))}
      />
      {edit && <CellDialog edit={edit} onClose={() => setName(null)} />}
    </span>
  )
}

function CellDialog({ edit, onClose }: { edit: CellEdit; onClose: () => void }) {
  const id = useId()
  const state = useCellEdit(edit, onClose)
  const { editing, question, begin } = state
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    begin()
  }, [begin])
  const isBusy = editing?.step === 'saving'
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={() => {
        if (!isBusy) onClose()
      }}
      title={question?.title ?? `Change the ${edit.name}`}
      description={question?.question ?? edit.of}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={question ? state.decline : onClose}
          >
            {question ? 'Back' : 'Cancel'}
          </Button>
          <Button
            busy={isBusy}
            busyLabel="Saving…"
            onClick={() => void (question ? state.confirm() : state.submit())}
          >
            {question?.label ?? 'Save'}
          </Button>
        </>
      }
    >
      {!question && (
        <div>
          <CellControl
            edit={edit}
            state={state}
            describedBy={id}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void state.submit()
            }}
          />
          <CellTrouble id={id} edit={edit} state={state} onLeave={onClose} />
        </div>
      )}
    </Dialog>
  )
}
