import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { classes } from '#web/ui/classes.ts'
import { FieldError, TextArea } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { useRich } from './load-rich.ts'
import type { Chosen, RichHandle } from './rich/rich-editor.tsx'

type View = 'write' | 'source' | 'preview'

const allViews: { value: View; label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'source', label: 'Source' },
  { value: 'preview', label: 'Preview' },
]

/** What a form does with the text. */
export type MarkdownHandle = {
  /** Puts a picture where the cursor is or was last. */
  insertPicture: (source: string, words: string) => void
}

type MarkdownFieldProps<Values extends FieldValues> = FieldProps & {
  control: Control<Values>
  name: FieldPath<Values>
}

type FieldProps = {
  label: string
  /** The same where several stand on a page: `the text of section 2`. */
  longName?: string
  /** Each says what is wrong with a text, or `true`. */
  rules?: { validate: Record<string, (value: string) => string | boolean> }
  required?: boolean
  optional?: boolean
  hint?: string
  /** Lines that the box is high at least. */
  rows: number
  error?: string
  /** Without one there is no preview; `className` sets it as its page does. */
  preview?: { label: string; render: (source: string) => string; className?: string }
  /** Beside the choice of the view. */
  actions?: ReactNode
  onPictures?: (files: File[]) => void
  /** Where a picture is opened from. */
  addressOf?: (source: string) => string
  handle?: Ref<MarkdownHandle>
}

/** A text that is kept as Markdown: written as its readers will see it, or as its source. */
export function MarkdownField<Values extends FieldValues>(props: MarkdownFieldProps<Values>) {
  const { label, longName = label, required, optional, rows, error, preview, actions } = props
  const { control, name, rules } = props
  const { field } = useController({ control, name, rules })
  const frame = useRef<HTMLDivElement>(null)
  const source = useRef<HTMLTextAreaElement>(null)
  const rich = useRef<RichHandle>(null)
  const box = useMarkdownBox(field, { frame, source, rich }, props.handle)
  const { id, view, setView, content, isRich, problem, notice } = box
  const describedBy = classes(`${id}-hint`, notice && `${id}-notice`, error && `${id}-error`)
  const views = preview ? allViews : allViews.slice(0, 2)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1.5">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- what a label does for a field, for a box that is none */}
        <label
          id={`${id}-label`}
          htmlFor={id}
          className="flex items-baseline gap-3 font-medium"
          onClick={box.focus}
        >
          <span>
            {label}
            {required && (
              <span aria-hidden="true" className="ml-0.5 text-danger">
                *
              </span>
            )}
          </span>
          {optional && <span className="text-xs font-normal text-muted">Optional</span>}
        </label>
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <SegmentedControl
            label={`View of ${longName}`}
            options={views}
            value={view}
            onChange={setView}
          />
        </div>
      </div>
      <div ref={frame}>
        {view === 'preview' && preview ? (
          <Preview rows={rows} {...preview} source={preview.render(content)} />
        ) : (
          <div className={frameClasses(Boolean(error))}>
            {isRich ? (
              <RichBox {...props} box={box} rich={rich} describedBy={describedBy} />
            ) : (
              <SourceBox {...props} box={box} source={source} describedBy={describedBy} />
            )}
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {props.hint && `${props.hint} `}
        {isRich
          ? 'Markdown works as you type, and can be pasted: # and a space make a heading, - a list.'
          : '# makes a heading, - a list, **bold** stands out, and [words](https://…) become a link.'}
        {isRich && (
          <span className="sr-only">
            {' '}
            Alt and F10 lead to the formatting. In a list or table Escape and then Tab leave the
            text.
          </span>
        )}
      </p>
      <output
        id={`${id}-notice`}
        className={(notice ?? problem) ? 'text-sm text-warning' : 'sr-only'}
      >
        {notice ?? problem}
      </output>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

const frameClasses = (isWrong: boolean) =>
  classes(
    // Clipped, not hidden: what stays in sight within it follows the window.
    'overflow-clip rounded-md border bg-surface transition-colors',
    'has-[textarea:focus-visible,.ProseMirror:focus-visible]:outline-2',
    'has-[textarea:focus-visible,.ProseMirror:focus-visible]:-outline-offset-1',
    'has-[textarea:focus-visible,.ProseMirror:focus-visible]:outline-(--focus)',
    isWrong ? 'border-danger' : 'border-line-control hover:border-muted',
  )

const UNFIT =
  'This text has something in it that only its source can show, such as links that are defined below it. It is edited as its source, so that nothing of it changes.'
const FAILED =
  'The editor could not be loaded. The text can be written as its source; Write tries again.'

/** The field of the form that the text is kept in. */
type TextField = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: (instance: { focus: () => void } | null) => void
}

type Refs = {
  frame: RefObject<HTMLDivElement | null>
  source: RefObject<HTMLTextAreaElement | null>
  rich: RefObject<RichHandle | null>
}

function useMarkdownBox(
  field: TextField,
  { frame, source, rich }: Refs,
  handle: Ref<MarkdownHandle> | undefined,
) {
  const id = useId()
  const [view, setViewState] = useState<View>('write')
  const [isUnfit, setUnfit] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  /** How the source stood when the editor took its place. */
  const [stood, setStood] = useState<{ height: number; chosen: Chosen | null }>()

  /** What the text was when its source was shown: anything else was typed. */
  const began = useRef(field.value)
  const remember = () => {
    const now = source.current
    if (!now) return
    const { offsetHeight: height, selectionStart: from, selectionEnd: to } = now
    const isHere = document.activeElement === now
    setStood({
      height,
      chosen: isHere ? { from, to, isTyping: now.value !== began.current } : null,
    })
  }
  const found = useRich(frame, { isWanted: view === 'write', before: remember })
  const editor = found === 'failed' ? null : found
  const isRich = view === 'write' && editor !== null && !isUnfit

  const setView = (next: View) => {
    remember()
    began.current = content
    setUnfit(false)
    setNotice(null)
    setViewState(next)
  }
  const focus = () => {
    if (rich.current) rich.current.focus()
    else source.current?.focus()
  }
  const { ref } = field
  useEffect(() => {
    ref({
      focus: () => {
        // The box has to be there before it can take the focus.
        flushSync(() => setViewState((now) => (now === 'preview' ? 'write' : now)))
        focus()
      },
    })
  })
  const content = field.value
  const insertPicture = (address: string, words: string) => {
    if (rich.current) return rich.current.insertPicture(address, words)
    const { selectionStart, selectionEnd } = source.current ?? {
      selectionStart: 0,
      selectionEnd: 0,
    }
    const picture = `![${words.replaceAll(/[[\]\\]/g, ' ')}](${address})`
    flushSync(() =>
      field.onChange(content.slice(0, selectionStart) + picture + content.slice(selectionEnd)),
    )
    source.current?.focus()
    const end = selectionStart + picture.length
    source.current?.setSelectionRange(end, end)
  }
  useImperativeHandle(handle, () => ({ insertPicture }))
  const reason = isUnfit ? UNFIT : found === 'failed' ? FAILED : null
  const problem = view === 'write' ? reason : null
  return {
    id,
    field,
    content,
    view,
    setView,
    editor,
    isRich,
    stood,
    focus,
    problem,
    notice,
    setNotice,
    setUnfit,
  }
}

type Box = ReturnType<typeof useMarkdownBox>
type BoxProps = FieldProps & { box: Box; describedBy: string }

const self = (source: string) => source

function RichBox(props: BoxProps & Pick<Refs, 'rich'>) {
  const { box, label, longName = label, describedBy, error, required, rows } = props
  const { id, editor, stood } = box
  if (!editor) return null
  const { RichEditor, language } = editor
  return (
    <RichEditor
      handle={props.rich}
      language={language}
      name={longName}
      value={box.content}
      height={stood?.height ?? rows * 25.6 + 18}
      chosen={stood?.chosen ?? null}
      addressOf={props.addressOf ?? self}
      attributes={{
        id,
        role: 'textbox',
        tabindex: '0',
        class: 'prose-desk',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy,
        ...(error ? { 'aria-invalid': 'true' } : {}),
        ...(required ? { 'aria-required': 'true' } : {}),
      }}
      onChange={box.field.onChange}
      onBlur={box.field.onBlur}
      onUnfit={() => box.setUnfit(true)}
      onNotice={box.setNotice}
      onPictures={props.onPictures}
    />
  )
}

function SourceBox(props: BoxProps & Pick<Refs, 'source'>) {
  const { box, rows, error, required, describedBy, onPictures, source } = props
  const { id, field, view } = box
  return (
    <>
      <div className="flex h-11 items-center border-b border-line bg-sunken px-3 text-sm text-muted pointer-coarse:h-12">
        {view === 'source' || box.problem ? 'Markdown' : ''}
      </div>
      <TextArea
        id={id}
        rows={rows}
        autogrow
        name={field.name}
        value={box.content}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className="rounded-none border-0 leading-relaxed outline-none focus-visible:outline-none"
        onPaste={(event) => {
          const pictures = [...event.clipboardData.files].filter(({ type }) =>
            type.startsWith('image/'),
          )
          if (pictures.length === 0 || !onPictures) return
          event.preventDefault()
          onPictures(pictures)
        }}
        ref={source}
      />
    </>
  )
}

type PreviewProps = { rows: number; label: string; source: string; className?: string }

function Preview({ rows, label, source, className }: PreviewProps) {
  return (
    <section
      aria-label={label}
      style={{ minHeight: `calc(${rows} * 1.6em + 3.875rem)` }}
      className="rounded-md border border-line bg-surface px-4 py-3 sm:px-6 sm:py-4"
    >
      {source.trim() === '' ? (
        <p className="text-muted">Nothing is written yet.</p>
      ) : (
        <Markdown source={source} className={className} />
      )}
    </section>
  )
}
