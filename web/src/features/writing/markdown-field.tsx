import { ImagePlus } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { RichHandle } from '#web/features/writing/rich/rich-editor.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FieldError, TextArea } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { noteUnderWay, PictureUploadList, usePictureUploads, waitFor } from './picture-uploads.tsx'
import {
  type Box,
  type MarkdownHandle,
  type Refs,
  useMarkdownBox,
  type View,
} from './use-markdown-box.ts'

export type { MarkdownHandle } from './use-markdown-box.ts'

const allViews: { value: View; label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'source', label: 'Source' },
  { value: 'preview', label: 'Preview' },
]

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
  /** Who keeps pictures that are dropped, pasted or chosen; the field itself where not said. */
  onPictures?: (files: File[]) => void
  /** Where a picture is opened from. */
  addressOf?: (source: string) => string
  handle?: Ref<MarkdownHandle>
}

/** A text that is kept as Markdown: written as its readers will see it, or as its source. */
export function MarkdownField<Values extends FieldValues>(props: MarkdownFieldProps<Values>) {
  const { label, longName = label, required, optional, rows, error, preview, actions } = props
  const { control, name, rules } = props
  const underWay = useRef(new Map<number, File>())
  const unfinished = () => {
    const [file] = underWay.current.values()
    return !file || waitFor(file)
  }
  const { field } = useController({
    control,
    name,
    rules: { validate: { unfinished, ...rules?.validate } },
  })
  const frame = useRef<HTMLDivElement>(null)
  const source = useRef<HTMLTextAreaElement>(null)
  const rich = useRef<RichHandle>(null)
  const box = useMarkdownBox(field, { frame, source, rich }, props.handle)
  const uploads = usePictureUploads(box.pictures, underWay)
  useEffect(() => noteUnderWay(control, name, underWay.current), [control, name])
  const onPictures = props.onPictures ?? uploads.add
  const { id, view, setView, content, isRich, problem, notice } = box
  const describedBy = classes(`${id}-hint`, notice && `${id}-notice`, error && `${id}-error`)
  const views = preview ? allViews : allViews.slice(0, 2)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1.5">
        <FieldLabel {...{ label, required, optional, box }} />
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
          <TextPreview rows={rows} {...preview} source={preview.render(content)} />
        ) : (
          <div className={frameClasses(Boolean(error))}>
            {isRich ? (
              <RichBox {...props} {...{ box, rich, describedBy, onPictures }} />
            ) : (
              <SourceBox
                {...{ box, rows, error, required, describedBy, onPictures, source }}
                canAsk={actions === undefined}
              />
            )}
          </div>
        )}
      </div>
      {!props.onPictures && <PictureUploadList state={uploads} />}
      <Hint id={`${id}-hint`} hint={props.hint} isRich={isRich} />
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

type FieldLabelProps = Pick<FieldProps, 'label' | 'required' | 'optional'> & { box: Box }

const FieldLabel = ({ label, required, optional, box }: FieldLabelProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- what a label does for a field, for a box that is none
  <label
    id={`${box.id}-label`}
    htmlFor={box.id}
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
)

type HintProps = { id: string; hint?: string; isRich: boolean }

const Hint = ({ id, hint, isRich }: HintProps) => (
  <p id={id} className="text-sm text-muted">
    {hint && `${hint} `}
    {isRich
      ? 'Markdown works as you type, and can be pasted: # and a space make a heading, - a list.'
      : '# makes a heading, - a list, **bold** stands out, and [words](https://…) become a link.'}
    {isRich && (
      <span className="sr-only">
        {' '}
        Alt and F10 lead to the formatting. In a list or table Escape and then Tab leave the text.
      </span>
    )}
  </p>
)

const frameClasses = (isWrong: boolean) =>
  classes(
    // Clipped, not hidden: what stays in sight within it follows the window.
    'overflow-clip rounded-md border bg-surface transition-colors',
    'has-[textarea:focus-visible,.ProseMirror:focus-visible]:outline-2',
    'has-[textarea:focus-visible,.ProseMirror:focus-visible]:-outline-offset-1',
    'has-[textarea:focus-visible,.ProseMirror:focus-visible]:outline-(--focus)',
    isWrong ? 'border-danger' : 'border-line-control hover:border-muted',
  )

type BoxProps = Omit<FieldProps, 'onPictures'> & {
  box: Box
  describedBy: string
  onPictures: (files: File[], places?: number[]) => void
}

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
      held={box.pictures.held}
    />
  )
}

type PreviewProps = { rows: number; label: string; source: string; className?: string }

/** The text as its page will show it. */
function TextPreview({ rows, label, source, className }: PreviewProps) {
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

type SourceBoxProps = {
  box: Box
  describedBy: string
  rows: number
  error?: string
  required?: boolean
  onPictures: (files: File[]) => void
  /** Whether nothing else on the field asks for a picture. */
  canAsk: boolean
  source: RefObject<HTMLTextAreaElement | null>
}

const picturesIn = ({ files }: DataTransfer) =>
  [...files].filter(({ type }) => type.startsWith('image/'))

/** The text as its Markdown. */
function SourceBox(props: SourceBoxProps) {
  const { box, rows, error, required, describedBy, onPictures, source } = props
  const { id, field, view } = box
  return (
    <>
      <div className="flex h-11 items-center border-b border-line bg-sunken px-3 text-sm text-muted pointer-coarse:h-12">
        {view === 'source' || box.problem ? 'Markdown' : ''}
        {props.canAsk && <AddPicture onPictures={onPictures} />}
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
          const pictures = picturesIn(event.clipboardData)
          if (pictures.length === 0) return
          event.preventDefault()
          onPictures(pictures)
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          // The browser would leave the page for the file.
          event.preventDefault()
          const pictures = picturesIn(event.dataTransfer)
          if (pictures.length > 0) onPictures(pictures)
          else box.setNotice('Only pictures can be dropped here.')
        }}
        ref={source}
      />
    </>
  )
}

function AddPicture({ onPictures }: { onPictures: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="ml-auto"
        icon={ImagePlus}
        onClick={() => input.current?.click()}
      >
        Add Picture
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        aria-label="Add Picture"
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
