import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong bg-neutral-soft text-muted',
  accent: 'border-accent/25 bg-accent-soft text-accent',
  success: 'border-success-line bg-success-soft text-success',
  warning: 'border-warning-line bg-warning-soft text-warning',
  danger: 'border-danger-line bg-danger-soft text-danger',
}

type BadgeProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode }

export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex min-h-6 w-fit shrink-0 items-center gap-1.5 rounded-sm border px-2 text-xs',
        // On the card of a narrow phone many words take two lines.
        'font-medium whitespace-nowrap cards:shrink cards:text-start cards:whitespace-normal',
        tones[tone],
      )}
    >
      {Icon && <Icon className="-ml-0.5 size-3.5 shrink-0" aria-hidden="true" />}
      {children}
    </span>
  )
}
