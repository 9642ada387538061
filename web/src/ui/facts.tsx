import type { ReactNode } from 'react'

/** What is known of one thing, term by term. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="border-b border-line pb-1.5 font-semibold">{title}</h3>
      <dl className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)]">{children}</dl>
    </section>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-2 text-sm text-muted sm:pt-2.5">{term}</dt>
      <dd className="min-w-0 wrap-anywhere sm:pt-2">{children}</dd>
    </>
  )
}
