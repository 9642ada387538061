import { POLICY_TEXT_MAX } from '@frontdesk/contract/constants'
import { headingsOf, textOfPart } from '@frontdesk/contract/import-parts'
import { ArrowUpToLine, ChevronDown, ChevronUp } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'

/** A part of a text as it is offered. */
export type Part = {
  /** Where it begins in the text: by that it is known, however the text is split. */
  start: number
  /** Where its text begins and ends, in UTF-16 code units; the heading that became its title is above. */
  from: number
  to: number
  title: string
  category: string
  isIn: boolean
  /** In words. */
  words: number
  /** The name and address that a handbook begins with: nobody signs those. */
  isCover: boolean
  isTooLong: boolean
}

/** Where lines begin. */
type AsText = ReadonlySet<number>

/** What somebody decided, by where a part begins; it outlives another way of splitting. */
export type Decisions = {
  /** Parts begin at headings down to this level; 0: all of it is one. */
  level: number
  titles: Record<number, string>
  categories: Record<number, string>
  /** Taken in or left out by hand. */
  isIn: Record<number, boolean>
  /** The bold lines that are no headings. */
  asText: AsText
  /** Goes to the part above. */
  merged: Record<number, boolean>
  /** Of the parts that say no other. */
  category: string
}

/** Shorter texts are one policy. */
const SHORT_CHARACTERS = 8000
/** A rule has more words than a cover page. */
const COVER_WORDS = 25
/** What has fewer parts has no cover page. */
const COVERED_PARTS = 3

const headingsBut = (asText: AsText, markdown: string) =>
  headingsOf(markdown).filter(({ start }) => !asText.has(start))

/** How many parts each level of headings makes, from 0 for all in one. */
export function levelsOf(
  markdown: string,
  asText: AsText = new Set(),
): { level: number; parts: number }[] {
  const headings = headingsBut(asText, markdown)
  const levels = [...new Set(headings.map(({ level }) => level))].sort((one, other) => one - other)
  const counts = levels.map((level) => ({
    level,
    parts: sectionsOf(markdown, level, asText).length,
  }))
  return [
    { level: 0, parts: 1 },
    ...counts.filter(({ parts }, at) => parts > 1 && parts !== counts[at - 1]?.parts).slice(0, 3),
  ]
}

/** As a text is offered first: short ones whole, long ones by their highest headings. */
export function firstLevel(markdown: string): number {
  if (markdown.length < SHORT_CHARACTERS) return 0
  return levelsOf(markdown)[1]?.level ?? 0
}

type Section = { start: number; from: number; to: number; title: string | null }

function sectionsOf(markdown: string, level: number, asText: AsText): Section[] {
  const headings = headingsBut(asText, markdown)
  const bounds = headings.filter((heading) => heading.level <= level)
  // What stands above the first heading is a part of its own; a heading on top is the title of it all.
  const [first] = headings
  const isTitled = first !== undefined && markdown.slice(0, first.start).trim() === ''
  const top: Section =
    level === 0 && isTitled
      ? { start: 0, from: first.bodyStart, to: markdown.length, title: first.title }
      : { start: 0, from: 0, to: bounds[0]?.start ?? markdown.length, title: null }
  const below = bounds.map(({ start, bodyStart, title }, at) => ({
    start,
    from: bodyStart,
    to: bounds[at + 1]?.start ?? markdown.length,
    title,
  }))
  const isEmpty = markdown.slice(top.from, top.to).trim() === ''
  return isEmpty && below.length > 0 ? below : [top, ...below]
}

/** The parts of a text as somebody decided. */
export function partsOf(markdown: string, decisions: Decisions, fileTitle: string): Part[] {
  const made: Section[] = []
  const { level, asText } = decisions
  for (const section of sectionsOf(markdown, level, asText)) {
    const last = made.at(-1)
    if (last && decisions.merged[section.start]) last.to = section.to
    else made.push({ ...section })
  }
  return made.map(({ start, from, to, title }, at) => {
    const text = markdown.slice(from, to)
    const isEmpty = text.trim() === ''
    const words = isEmpty ? 0 : text.trim().split(/\s+/).length
    const isCover = at === 0 && made.length > COVERED_PARTS && words > 0 && words < COVER_WORDS
    return {
      start,
      from,
      to,
      title: decisions.titles[start] ?? (title || fileTitle).slice(0, 200),
      category: decisions.categories[start] ?? decisions.category,
      isIn: decisions.isIn[start] ?? !(isEmpty || isCover),
      words,
      isCover,
      isTooLong: textOfPart(markdown, { from, to }, asText).length > POLICY_TEXT_MAX,
    }
  })
}

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
