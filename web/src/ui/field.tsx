import { Check, ChevronDown, CircleAlert, Minus } from 'lucide-react'
import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { classes } from './classes.ts'

type FieldControl = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}

const FieldContext = createContext<FieldControl>({})

/** The id and ARIA attributes that tie a control to the label and messages around it. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext)
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  required?: boolean
  optional?: boolean
  className?: string
  children: ReactNode
}

export function Field({ label, hint, error, required, optional, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const invalid = error ? true : undefined
  const control = useMemo<FieldControl>(
    () => ({
      id,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': invalid,
      'aria-required': required || undefined,
    }),
    [id, describedBy, invalid, required],
  )
  return (
    <div className={classes('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-3 font-medium">
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
      <FieldContext value={control}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} data-problem="" className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert className="mt-[0.2em] size-3.5 shrink-0" aria-hidden="true" />
      {children}
    </p>
  )
}

const controlClasses = classes(
  'w-full min-w-0 rounded-md border border-line-control bg-surface px-3 text-base text-ink',
  'transition-colors hover:border-muted focus-visible:border-transparent',
  'focus-visible:outline-offset-[-1px]',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:opacity-70',
  'aria-invalid:border-danger',
)

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  const control = useFieldControl()
  return (
    <input
      {...control}
      {...props}
      className={classes(controlClasses, 'h-10 read-only:bg-sunken pointer-coarse:h-11', className)}
    />
  )
}

type TextAreaProps = ComponentProps<'textarea'> & { autogrow?: boolean }

export function TextArea({ autogrow, rows = 4, className, ref, ...props }: TextAreaProps) {
  const control = useFieldControl()
  const box = useRef<HTMLTextAreaElement | null>(null)
  useLayoutEffect(() => {
    if (autogrow && box.current) fitToText(box.current)
  })
  return (
    <textarea
      {...control}
      {...props}
      rows={rows}
      ref={(element) => {
        box.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      onInput={(event) => {
        if (autogrow) fitToText(event.currentTarget)
        props.onInput?.(event)
      }}
      className={classes(
        controlClasses,
        'block py-2 read-only:bg-sunken',
        autogrow ? 'field-sizing-content max-h-[70dvh] resize-none' : 'resize-y',
        className,
      )}
      style={
        autogrow ? { minHeight: `calc(${rows} * 1.6em + 1.125rem)`, ...props.style } : props.style
      }
    />
  )
}

/** Browsers without `field-sizing` get the height set by hand. */
function fitToText(box: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + 2}px`
}

export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  const control = useFieldControl()
  return (
    <span className={classes('relative block', className)}>
      <select
        {...control}
        {...props}
        className={classes(
          controlClasses,
          'h-10 appearance-none pr-9 text-ellipsis pointer-coarse:h-11',
        )}
      >
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  )
}

type FilterProps = {
  label: string
  /** What no choice says, such as "All roles". */
  all: string
  options: readonly { value: string; label: string }[]
  /** Says that something is chosen which is not among the options, or not any more. */
  missing?: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Narrows a list to one of many. */
export function Filter({ label, all, options, missing, value, onChange, className }: FilterProps) {
  return (
    <Select
      aria-label={label}
      data-narrows=""
      className={className}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {missing && value !== '' && !options.some((option) => option.value === value) && (
        <option value={value}>{missing}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** Carries its own label, so it stands outside `Field`. */
export function Checkbox({ label, hint, className, ...props }: CheckboxProps) {
  const id = useId()
  return (
    <label
      className={classes(
        'flex items-start gap-2.5 has-enabled:cursor-pointer has-disabled:text-muted',
        className,
      )}
    >
      <span className="relative mt-[0.2em] grid size-4.5 shrink-0 place-items-center">
        <input
          // The hint is a description: as part of the name it would be read twice.
          aria-labelledby={`${id}-label`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          {...props}
          type="checkbox"
          className={classes(
            'peer size-4.5 appearance-none rounded-sm border border-line-control bg-surface',
            'transition-colors checked:border-accent-fill checked:bg-accent-fill',
            'indeterminate:border-accent-fill indeterminate:bg-accent-fill',
            'hover:border-muted disabled:opacity-60 aria-invalid:border-danger',
          )}
        />
        <Check
          className="pointer-events-none absolute z-2 size-3.5 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0"
          strokeWidth={3}
          aria-hidden="true"
        />
        <Minus
          className="pointer-events-none absolute z-2 size-3.5 text-on-accent opacity-0 peer-indeterminate:opacity-100"
          strokeWidth={3}
          aria-hidden="true"
        />
      </span>
      <span className="min-w-0">
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

export type ChoiceOption<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
}

type ChoiceProps<Value extends string> = {
  legend: ReactNode
  options: readonly ChoiceOption<Value>[]
  value: Value | null | undefined
  onChange: (value: Value) => void
  error?: string | null
  hideLegend?: boolean
  disabled?: boolean
  className?: string
}

/** One of a few, each a full-width line that is easy to hit. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, options, value, onChange, error, hideLegend, disabled, className } = props
  const id = useId()
  return (
    <fieldset
      className={classes('min-w-0', className)}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <ChoiceLine
            key={option.value}
            name={id}
            option={option}
            checked={option.value === value}
            onPick={() => onChange(option.value)}
          />
        ))}
      </div>
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type ChoiceLineProps = {
  name: string
  option: ChoiceOption<string>
  checked: boolean
  onPick: () => void
}

function ChoiceLine({ name, option, checked, onPick }: ChoiceLineProps) {
  return (
    <label
      className={classes(
        'flex items-start gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-2.5',
        'transition-colors has-enabled:cursor-pointer has-enabled:hover:bg-hover',
        'has-checked:border-accent has-checked:bg-accent-soft',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        'has-focus-visible:outline-(--focus) has-disabled:text-muted',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        onChange={onPick}
        className={classes(
          'mt-[0.2em] size-4.5 shrink-0 appearance-none rounded-full border bg-surface outline-none',
          'border-line-control checked:border-[5.5px] checked:border-accent',
        )}
      />
      <span className="min-w-0">
        {option.label}
        {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
      </span>
    </label>
  )
}
