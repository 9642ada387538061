import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

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
