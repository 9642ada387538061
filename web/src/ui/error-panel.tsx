import { type AnyRouter, useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { failureOf, isUnknown, messageOf } from '#web/lib/api-error.ts'
import type { Tone } from './badge.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { toast } from './toast.tsx'

type ErrorPanelProps = {
  title?: string
  children: ReactNode
  onDismiss?: () => void
  onGoBack?: () => void
  onRetry?: () => void
}

export function ErrorPanel({ title, children, onDismiss, onGoBack, onRetry }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-danger-line bg-danger-soft py-3 pr-3 pl-4"
    >
      <div className="flex min-w-[min(15rem,100%)] grow basis-0 items-start gap-3 py-1">
        <CircleAlert className="mt-[0.15em] size-4.5 shrink-0 text-danger" aria-hidden="true" />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          <div className={classes('text-pretty', title && 'text-muted')}>{children}</div>
        </div>
      </div>
      {(onRetry ?? onGoBack ?? onDismiss) && (
        <div className="flex gap-2">
          {onRetry && (
            <Button variant="secondary" size="sm" onClick={onRetry}>
              Try Again
            </Button>
          )}
          {onGoBack && (
            <Button variant="secondary" size="sm" onClick={onGoBack}>
              Go Back
            </Button>
          )}
          {onDismiss && (
            <Button variant="ghost" size="sm" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type LoadStateProps = {
  /** A query, or what of it is looked at. */
  of: { data: unknown; error: Error | null; refetch: () => unknown }
  /** What has failed, such as `Failed to load teams`. */
  failure: string
  /** Stands there until the answer comes, or what went wrong. */
  waiting?: ReactNode
  onGoBack?: () => void
}

/** Stands where a query's answer will be: nothing any more once there is one, even if a later one failed. */
export function LoadState({ of, failure, waiting, onGoBack }: LoadStateProps) {
  if (of.data !== undefined) return null
  if (!of.error) return waiting
  return (
    <ErrorPanel title={failure} onRetry={() => void of.refetch()} onGoBack={onGoBack}>
      {messageOf(of.error, 'Please try again.')}
    </ErrorPanel>
  )
}

type MissingPageProps = {
  /** What the page would show, such as `Policy`. */
  what: string
  error: Error
  /** Why there may be no such thing, or none that this person may see; left out where it is a failure like any other. */
  whyUnknown?: string
  /** What has failed where it is not known whether there is. */
  failure: string
  onRetry: () => void
  /** Where things of its kind are listed. */
  list: string
  /** Left out: to the list. */
  onGoBack?: () => void
}

/** Stands in the place of a page whose own thing can't be shown. */
export function MissingPage(props: MissingPageProps) {
  const { what, error, whyUnknown, failure, onRetry, list } = props
  const navigate = useNavigate()
  const { onGoBack = () => void navigate<AnyRouter, string, string>({ to: list }) } = props
  const isGone = whyUnknown !== undefined && isUnknown(error)
  return (
    <>
      <h1 className="sr-only">{what}</h1>
      <ErrorPanel
        title={isGone ? `${what} not found` : failure}
        onRetry={isGone ? undefined : onRetry}
        onGoBack={onGoBack}
      >
        {isGone ? whyUnknown : messageOf(error, 'Please try again.')}
      </ErrorPanel>
    </>
  )
}

type LeavePageProps = {
  /** Where things of its kind are listed. */
  to: string
  /** Why, said there. */
  sentence: string
  /** Stands there for the moment that it takes. */
  children: ReactNode
}

/** Leaves a page whose own thing can't be shown (spec.md, section 2). */
export function LeavePage({ to, sentence, children }: LeavePageProps) {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(sentence)
    void navigate<AnyRouter, string, string>({ to, replace: true })
  }, [to, sentence, navigate])
  return children
}

type CallFailureProps = {
  /** A mutation. */
  of: { error: Error | null; reset: () => void }
  /** What has failed. */
  title: string
  /** Whether one sentence is all there is room for. */
  brief?: boolean
}

/** Why what was asked for was not done, until it is dismissed or tried again. */
export function CallFailure({ of, title, brief = false }: CallFailureProps) {
  if (!of.error) return null
  return (
    <ErrorPanel title={brief ? undefined : title} onDismiss={() => of.reset()}>
      {brief ? failureOf(of.error, title) : messageOf(of.error, 'An unexpected error occurred')}
    </ErrorPanel>
  )
}

const noticeTones: Record<Tone, { box: string; glyph: string; icon: LucideIcon }> = {
  neutral: { box: 'border-line-strong bg-neutral-soft', glyph: 'text-muted', icon: Info },
  accent: { box: 'border-accent/25 bg-accent-soft', glyph: 'text-accent', icon: Info },
  success: { box: 'border-success-line bg-success-soft', glyph: 'text-success', icon: CircleCheck },
  warning: {
    box: 'border-warning-line bg-warning-soft',
    glyph: 'text-warning',
    icon: TriangleAlert,
  },
  danger: { box: 'border-danger-line bg-danger-soft', glyph: 'text-danger', icon: CircleAlert },
}

type NoticeProps = { tone?: Tone; children: ReactNode; action?: ReactNode }

/** A line of news that interrupts nobody. */
export function Notice({ tone = 'neutral', children, action }: NoticeProps) {
  const { box, glyph, icon: Icon } = noticeTones[tone]
  return (
    <output
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border py-3 pr-3 pl-4',
        box,
      )}
    >
      <div className="flex min-w-[min(15rem,100%)] grow basis-0 items-start gap-3">
        <Icon className={classes('mt-[0.15em] size-4.5 shrink-0', glyph)} aria-hidden="true" />
        <div className="min-w-0 text-pretty">{children}</div>
      </div>
      {action}
    </output>
  )
}
