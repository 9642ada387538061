import { useEffect, useRef } from 'react'

type StepHeadingProps = {
  title: string
  /** Of the section, from 1; null at the quiz. */
  position: number | null
  total: number
  /** Whether the person went here from another step. */
  isMoved: boolean
}

/** Says where one is; after each step focus comes here, so that the new one is read from its top. */
export function StepHeading({ title, position, total, isMoved }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isMoved) heading.current?.focus({ preventScroll: true })
  }, [isMoved])
  const done = position === null ? total : position - 1
  const parts = Math.max(total, 1)
  return (
    <header className="mb-6 sm:mb-8">
      <div className="flex items-baseline justify-between gap-6">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-2xl font-semibold tracking-[-0.03em] outline-none sm:text-3xl"
        >
          {title}
          <span className="sr-only">
            {position === null ? ', quiz' : `, section ${position} of ${total}`}
          </span>
        </h1>
        <p aria-hidden="true" className="shrink-0 text-muted tabular-nums">
          {position === null ? 'Quiz' : `${position}/${total}`}
        </p>
      </div>
      <div aria-hidden="true" className="mt-4 h-1.5 overflow-hidden rounded-full bg-neutral-soft">
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(100 * done) / parts}%` }}
        />
      </div>
    </header>
  )
}
