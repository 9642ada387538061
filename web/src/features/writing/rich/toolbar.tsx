import { redo, undo } from '@milkdown/kit/prose/history'
import type { Command } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import {
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  Bold,
  Captions,
  ChevronDown,
  CodeXml,
  FoldHorizontal,
  FoldVertical,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { isMac } from '#web/lib/browser-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import {
  addColumn,
  addRow,
  block,
  code,
  describe,
  insertTable,
  link,
  linkAt,
  list,
  mark,
  quote,
  removeColumn,
  removeRow,
  type Standing,
} from './commands.ts'

type ToolbarProps = {
  bar: RefObject<HTMLDivElement | null>
  /** Of which box. */
  name: string
  standing: Standing | null
  run: (command: Command) => void
  onLink: () => void
  /** What the picture there shows is to be said. */
  onDescribe: (at: number) => void
  /** Back to the text. */
  onEscape: () => void
  onPictures: (files: File[]) => void
}

const CONTROLS = 'button:not(:disabled), select:not(:disabled)'

const controlsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLElement>(CONTROLS)]

/** Makes one control the bar's stop for Tab. */
function stopAt(bar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const control of controlsOf(bar)) control.tabIndex = control === stop ? 0 : -1
}

/** What can be done with the chosen words. One stop for Tab; arrow keys go along it. */
export function Toolbar(props: ToolbarProps) {
  const { bar, name, standing, run, onLink, onDescribe, onEscape, onPictures } = props
  const picture = standing?.picture
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') return onEscape()
    const controls = controlsOf(event.currentTarget)
    const at = controls.indexOf(event.target as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const next = controls.at(to === controls.length ? 0 : to)
    stopAt(event.currentTarget, next)
    next?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={`Formatting of ${name}`}
      className="writing-bar"
      onKeyDown={walk}
      // Browsers leave a control alone of which a part can be seen.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      // The stop would go with the tools of a table.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget))
          stopAt(currentTarget, controlsOf(currentTarget)[0])
      }}
    >
      <StyleChoice standing={standing} run={run} />
      <Tool
        label="Bold"
        keys="B"
        icon={Bold}
        on={standing?.strong}
        act={() => run(mark('strong'))}
      />
      <Tool
        label="Italic"
        keys="I"
        icon={Italic}
        on={standing?.emphasis}
        act={() => run(mark('emphasis'))}
      />
      <Tool label="Link" keys="K" icon={Link} on={standing?.link} act={onLink} />
      <Gap />
      <Tool
        label="Bulleted list"
        icon={List}
        on={standing?.list === 'bullet_list'}
        act={() => run(list('bullet_list'))}
      />
      <Tool
        label="Numbered list"
        icon={ListOrdered}
        on={standing?.list === 'ordered_list'}
        act={() => run(list('ordered_list'))}
      />
      <Tool label="Quote" icon={TextQuote} on={standing?.quote} act={() => run(quote)} />
      <Tool
        label="Code"
        icon={CodeXml}
        on={standing?.inlineCode || standing?.codeBlock}
        act={() => run(code)}
      />
      <PictureTool onPictures={onPictures} />
      {typeof picture === 'number' && (
        <Tool label="Describe picture" icon={Captions} act={() => onDescribe(picture)} />
      )}
      <Tool label="Table" icon={Table} disabled={standing?.table} act={() => run(insertTable)} />
      {standing?.table && <TableTools run={run} />}
      <Gap />
      <Tool label="Undo" keys="Z" icon={Undo2} act={() => run(undo)} />
      <Tool label="Redo" keys="Y" icon={Redo2} act={() => run(redo)} />
    </div>
  )
}

const Gap = () => <span className="mx-1 w-px shrink-0 self-stretch bg-line" aria-hidden="true" />

function StyleChoice({ standing, run }: Pick<ToolbarProps, 'standing' | 'run'>) {
  return (
    <span className="relative shrink-0">
      <select
        aria-label="Style"
        title="Style"
        className="writing-style"
        value={standing?.level ?? 0}
        onChange={(event) => run(block(Number(event.target.value)))}
      >
        <option value={0}>Text</option>
        <option value={1}>Heading 1</option>
        <option value={2}>Heading 2</option>
        <option value={3}>Heading 3</option>
        {(standing?.level ?? 0) > 3 && (
          <option value={standing!.level!}>Heading {standing!.level}</option>
        )}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  )
}

function TableTools({ run }: Pick<ToolbarProps, 'run'>): ReactNode {
  return (
    <>
      <Gap />
      <Tool label="Add row" icon={BetweenHorizontalEnd} act={() => run(addRow)} />
      <Tool label="Remove row" icon={FoldVertical} act={() => run(removeRow)} />
      <Tool label="Add column" icon={BetweenVerticalEnd} act={() => run(addColumn)} />
      <Tool label="Remove column" icon={FoldHorizontal} act={() => run(removeColumn)} />
    </>
  )
}

function PictureTool({ onPictures }: Pick<ToolbarProps, 'onPictures'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label="Add picture" icon={ImagePlus} act={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        aria-label="Add picture"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onPictures(files)
        }}
      />
    </>
  )
}

type ToolProps = {
  label: string
  icon: LucideIcon
  /** The key that does it with Ctrl. */
  keys?: string
  /** Whether it is so already; left out where it can't be. */
  on?: boolean
  disabled?: boolean
  act: () => void
}

function Tool({ label, icon: Icon, keys, on, disabled, act }: ToolProps) {
  return (
    <button
      type="button"
      // The style begins the bar, and is where Tab comes in.
      tabIndex={-1}
      className="writing-tool"
      aria-label={label}
      aria-pressed={on}
      title={keys ? `${label} (${isMac ? '⌘' : 'Ctrl+'}${keys})` : label}
      disabled={disabled}
      // The words stay chosen.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  )
}

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
