import { Award, Check, GraduationCap, ScrollText, Workflow } from 'lucide-react'
import { useTheme } from '#web/lib/browser-choices.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'

const steps = [
  { title: 'Order the title search', by: 'Priya Nair', at: 'Mon 9:12' },
  { title: 'Call back to confirm the wire', by: 'Ben Ortiz', at: 'Tue 14:40' },
  { title: 'Walk through with the buyer', by: 'Handed to Maya Okafor', at: null },
  { title: 'File the closing statement', by: 'Any admin', at: null },
]

/** A process under way, as it hangs beside a desk. */
export function RunSheet() {
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {steps.map(({ title, by, at }, index) => (
        <li key={title} className="flex items-center gap-x-4 px-5 py-3.5">
          <span
            className={classes(
              'grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums',
              at
                ? 'border-transparent bg-accent-fill text-on-accent'
                : 'border-line-strong text-muted',
            )}
          >
            {at ? <Check className="size-4" aria-label="Done" /> : index + 1}
          </span>
          <p className="min-w-0 grow">
            <span className="mr-2 inline-block font-semibold">{title}</span>
            <span className="inline-block text-muted">{by}</span>
          </p>
          <span className="shrink-0 text-sm text-muted tabular-nums">{at ?? 'Open'}</span>
        </li>
      ))}
    </ol>
  )
}

const awaiting = [
  { icon: ScrollText, what: 'Acknowledge Wire Fraud', note: 'Policy, 4 minutes', due: 'Due Wed' },
  {
    icon: GraduationCap,
    what: 'Fair Housing Basics',
    note: 'Training with a quiz',
    due: 'Due Fri',
  },
  { icon: Workflow, what: 'Your first week', note: 'Process, 3 of 9 steps done', due: 'Open' },
]

/** What awaits somebody on their first day. */
export function FirstWeek() {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {awaiting.map(({ icon: Icon, what, note, due }) => (
        <li key={what} className="flex items-center gap-x-3 px-5 py-3.5">
          <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
          <p className="min-w-0 grow">
            <span className="mr-2 inline-block font-semibold">{what}</span>
            <span className="inline-block text-muted">{note}</span>
          </p>
          <Badge>{due}</Badge>
        </li>
      ))}
    </ul>
  )
}

const options = [
  'Reply to the email and ask',
  'Call the number that you know from before',
  'Wire it, the closing is today',
]

/** A question with its answer, and what passing brings. */
export function QuizSlip() {
  return (
    <figure className="rounded-lg border border-line bg-surface px-5 py-5">
      <p className="font-semibold">New wiring instructions came by email. What do you do?</p>
      <ul className="mt-3 grid gap-2">
        {options.map((option, index) => (
          <li key={option} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className={classes(
                'grid size-4.5 shrink-0 place-items-center rounded-full border',
                index === 1 ? 'border-accent' : 'border-line-strong',
              )}
            >
              {index === 1 && <span className="size-2.5 rounded-full bg-accent-fill" />}
            </span>
            <span className={index === 1 ? 'font-medium' : 'text-muted'}>{option}</span>
          </li>
        ))}
      </ul>
      <figcaption className="mt-4 flex items-center gap-2 border-t border-line pt-4 text-muted">
        <Award className="size-4.5 shrink-0 text-accent" aria-hidden="true" />
        Passed with 100.0%. The certificate is hers to keep.
      </figcaption>
    </figure>
  )
}

type Line = { typed: string; printed?: never } | { printed: string; typed?: never }

/** What is typed into a terminal, and what comes back. */
export function Terminal({ lines }: { lines: Line[] }) {
  return (
    <pre className="rounded-lg border border-line bg-sunken px-5 py-4 font-mono text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {lines.map((line) =>
        line.typed ? (
          <code key={line.typed} className="block">
            <span className="text-accent select-none">$ </span>
            {line.typed}
          </code>
        ) : (
          <samp key={line.printed} className="block text-muted">
            {line.printed}
          </samp>
        ),
      )}
    </pre>
  )
}

type ProductPictureProps = {
  light: string
  dark: string
  alt: string
  width: number
  height: number
  className?: string
}

/** A photograph of the running product, in the theme that the page is read in. */
export function ProductPicture({ light, dark, alt, ...box }: ProductPictureProps) {
  const theme = useTheme()
  return (
    <picture>
      {theme === 'system' && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img
        src={theme === 'dark' ? dark : light}
        alt={alt}
        loading="lazy"
        decoding="async"
        {...box}
      />
    </picture>
  )
}
