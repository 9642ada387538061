import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './skeleton.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonLooks = { variant?: ButtonVariant; size?: 'md' | 'sm'; icon?: LucideIcon }

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent-fill text-on-accent hover:bg-accent-fill-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-hover',
  danger: 'border-transparent bg-danger-fill text-on-accent hover:bg-danger-fill-hover',
}
const sizes = {
  md: 'h-10 px-4 text-base pointer-coarse:h-11 max-[22rem]:min-h-10',
  sm: 'h-8 px-3 text-sm pointer-coarse:h-10 max-[22rem]:min-h-8',
}

function buttonClasses({ variant = 'primary', size = 'md' }: ButtonLooks, className?: string) {
  return classes(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium',
    'whitespace-nowrap no-underline transition-colors select-none',
    // A phone so narrow breaks a label rather than the page.
    'max-[22rem]:h-auto max-[22rem]:max-w-full max-[22rem]:shrink max-[22rem]:py-1 max-[22rem]:whitespace-normal',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:pointer-events-none aria-busy:cursor-progress',
    variants[variant],
    sizes[size],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonLooks & { busy?: boolean; busyLabel?: string }

export function Button({
  variant,
  size,
  icon: Icon,
  busy = false,
  busyLabel,
  disabled,
  className,
  children,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      // oxlint-disable-next-line react/button-has-type -- the default is above
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || props['aria-busy']}
      className={buttonClasses({ variant, size }, className)}
    >
      {Icon && (busy ? <Spinner /> : <Icon className="size-4 shrink-0" aria-hidden="true" />)}
      {busyLabel ? (
        <SteadyLabel idle={children} busyText={busyLabel} busy={busy} spinner={!Icon} />
      ) : (
        <>
          {busy && !Icon && <Spinner />}
          {children}
        </>
      )}
    </button>
  )
}

type SteadyLabelProps = { idle: ReactNode; busyText: string; busy: boolean; spinner: boolean }

/** As wide as the wider of its two labels, so that the button doesn't resize under the pointer. */
function SteadyLabel({ idle, busyText, busy, spinner }: SteadyLabelProps) {
  const other = busy ? (typeof idle === 'string' ? idle : undefined) : busyText
  return (
    <span
      data-other={other}
      className={classes(
        'inline-grid justify-items-center',
        'after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-other)]',
        spinner && !busy && 'after:pl-6',
      )}
    >
      <span className="inline-flex items-center gap-2">
        {busy && spinner && <Spinner />}
        {busy ? busyText : idle}
      </span>
    </span>
  )
}

type AnchorProps = ComponentProps<'a'> & ButtonLooks

function ButtonAnchor({ variant, size, icon: Icon, className, children, ...props }: AnchorProps) {
  return (
    <a {...props} className={buttonClasses({ variant, size }, className)}>
      {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </a>
  )
}

/** A router link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: LucideIcon
  variant?: ButtonVariant
  size?: 'md' | 'sm'
}

export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'md',
  className,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...props}
      // oxlint-disable-next-line react/button-has-type -- the default is above
      type={type}
      aria-label={label}
      className={classes(
        'inline-grid shrink-0 place-items-center rounded-md border transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress',
        variants[variant],
        variant === 'ghost' && 'text-muted hover:text-ink',
        size === 'md' ? 'size-10 pointer-coarse:size-11' : 'size-8 pointer-coarse:size-10',
        className,
      )}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  )
}
