import { textOfPart } from '@frontdesk/contract/import-parts'
import { ArrowUpToLine, ChevronDown, ChevronUp } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import type { Part } from './split-parts.ts'

type PartCardProps = {
  part: Part
  /** From 1. */
  number: number
  markdown: string
  /** Where bold lines begin that are no headings. */
  asText: ReadonlySet<number>
  /** The id of a list of categories that there are. */
  categories: string
  disabled: boolean
  /** Whether what is missing is said. */
  isChecked: boolean
  /** Null for the first one. */
  onMerge: (() => void) | null
  onInclude: (isIn: boolean) => void
  onRename: (title: string) => void
  onCategorize: (category: string) => void
}

/** One part of a handbook: what it will be called, and its text. */
export function PartCard(props: PartCardProps) {
  const { part, number, markdown, asText, disabled } = props
  const { isIn, words, isCover, isTooLong } = part
  const [isOpen, setIsOpen] = useState(false)
  const textId = useId()
  return (
    <li
      aria-label={`Part ${number}`}
      className={classes(
        '@container grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border bg-surface p-4',
        isIn ? 'border-line-strong' : 'border-dashed border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Checkbox
          label={`Keep part ${number}`}
          checked={isIn}
          disabled={disabled || words === 0}
          onChange={(event) => props.onInclude(event.target.checked)}
        />
        <span className="text-sm text-muted tabular-nums">
          {words === 0
            ? 'No text of its own'
            : words === 1
              ? '1 word'
              : `${words.toLocaleString('en')} words`}
          {isCover && !isIn && ', taken for a cover page'}
        </span>
      </div>
      <PartFields {...props} />
      {isIn && isTooLong && (
        <p role="alert" className="text-sm text-danger">
          This part is longer than a policy can be. Please split the text at more headings.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          aria-controls={textId}
          disabled={words === 0}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide text' : 'Show text'}
        </Button>
        {props.onMerge && (
          <Button
            variant="ghost"
            size="sm"
            icon={ArrowUpToLine}
            disabled={disabled}
            onClick={props.onMerge}
          >
            Add to the part above
          </Button>
        )}
      </div>
      <div id={textId} hidden={!isOpen}>
        {isOpen && <PartText markdown={markdown} from={part.from} to={part.to} asText={asText} />}
      </div>
    </li>
  )
}

function PartFields(props: PartCardProps) {
  const { part, number, categories, disabled, isChecked, onRename, onCategorize } = props
  const { title, category, isIn } = part
  return (
    <fieldset
      disabled={disabled || !isIn}
      aria-label={`About part ${number}`}
      className="grid min-w-0 gap-4 *:min-w-0 @md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      <Field
        label="Title"
        required
        error={isIn && isChecked && title.trim() === '' ? 'Please give this part a title' : null}
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={title}
          onChange={(event) => onRename(event.target.value)}
        />
      </Field>
      <Field label="Category" optional>
        <TextInput
          list={categories}
          autoComplete="off"
          maxLength={100}
          value={category}
          onChange={(event) => onCategorize(event.target.value)}
        />
      </Field>
    </fieldset>
  )
}

type PartTextProps = { markdown: string; from: number; to: number; asText: ReadonlySet<number> }

/** Set once, however often the fields above it change. */
const PartText = memo(({ markdown, from, to, asText }: PartTextProps) => (
  <section
    aria-label="Text of this part"
    // Reached by Tab, so that arrow keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    tabIndex={0}
    className="max-h-[32rem] overflow-auto rounded-md border border-line bg-sunken p-4"
  >
    <Markdown source={textOfPart(markdown, { from, to }, asText)} />
  </section>
))
PartText.displayName = 'PartText'
