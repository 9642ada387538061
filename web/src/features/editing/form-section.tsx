import { useId, type ReactNode } from 'react'

type FormSectionProps = { title: string; description?: ReactNode; children: ReactNode }

/** A named part of a long form. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <div>
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      {children}
    </section>
  )
}
