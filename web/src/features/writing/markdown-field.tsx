import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { classes } from '#web/ui/classes.ts'
import { FieldError } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { PictureUploadList } from './picture-uploads.tsx'
import { noteUnderWay, waitFor } from './pictures-under-way.ts'
import type { RichHandle } from './rich/rich-editor.tsx'
import { SourceBox } from './source-box.tsx'
import { TextPreview } from './text-preview.tsx'
import { usePictureUploads } from './use-picture-uploads.ts'
import {
  useMarkdownBox,
  type Box,
  type MarkdownHandle,
  type Refs,
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
