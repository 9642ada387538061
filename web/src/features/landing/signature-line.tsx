import { useState } from 'react'
import { formatDate } from '#web/lib/format.ts'
import { WaysIn } from './ways-in.tsx'

/** The letter's end: a line to sign on. */
export function SignatureLine() {
  const [today] = useState(() => formatDate(new Date().toISOString()))
  return (
    <section className="mx-auto w-full max-w-[72rem] px-(--page-gutter)">
      <div className="border-t-[5px] border-double border-line-strong pt-14 pb-20 sm:pt-18 sm:pb-26 lg:pl-[15.5rem]">
        <h2 className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">
          Your name on the first line?
        </h2>
        <div className="mt-10 grid max-w-[40rem] grid-cols-[1fr_auto] gap-x-8" aria-hidden="true">
          <p className="border-b border-ink pb-1 text-2xl text-muted">✕</p>
          <p className="border-b border-ink pb-1 text-xl tabular-nums sm:text-2xl">{today}</p>
          <p className="pt-1.5 text-sm text-muted">Name</p>
          <p className="pt-1.5 text-sm text-muted">Date</p>
        </div>
        <div className="mt-8">
          <WaysIn />
        </div>
      </div>
    </section>
  )
}
