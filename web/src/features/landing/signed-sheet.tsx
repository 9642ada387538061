import { CONSENT } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { Seal } from './seal.tsx'

/** A policy on the brokerage's paper, acknowledged. A drawing: the product itself is pictured below. */
export function SignedSheet() {
  const { data: settings } = useQuery(publicSettings)
  return (
    <figure
      aria-label="A policy, acknowledged: the text, the sentence agreed to, the name, the time and the seal of the record"
      className="relative isolate mx-auto w-full max-w-[27rem] lg:rotate-[1.4deg]"
    >
      <div className="absolute inset-0 -z-1 -rotate-[2.2deg] rounded-sm border border-line bg-surface" />
      <div
        aria-hidden="true"
        className="rounded-sm border border-line bg-raised px-6 pt-6 pb-5 shadow-raised sm:px-9 sm:pt-8"
      >
        <p className="truncate border-b border-line pb-3 text-center text-sm font-semibold tracking-[-0.01em]">
          {settings?.brokerage_name ?? '\u00a0'}
        </p>
        <div className="mt-5 flex items-baseline justify-between gap-4">
          <p className="text-xl font-semibold tracking-[-0.02em]">Wire-Fraud Prevention</p>
          <p className="shrink-0 text-xs text-muted">Version 3</p>
        </div>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-sm text-muted">
          <li>We never send wiring instructions by email or text message.</li>
          <li>Treat changed instructions as fraud until they have been proved genuine.</li>
          <li>Before you send money, call on a number that you were given in person.</li>
        </ul>
        <p className="mt-5 flex gap-2.5 text-sm">
          <span className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-sm bg-accent-fill text-on-accent">
            <Check className="size-3.5" strokeWidth={3} />
          </span>
          {CONSENT}
        </p>
        <div className="mt-9 grid grid-cols-[1fr_auto] gap-x-6">
          <p className="border-b border-ink pb-1 text-lg font-semibold tracking-[-0.02em]">
            Siobhan Doyle
          </p>
          <p className="border-b border-ink pb-1 text-lg tabular-nums">Nov 16, 2026</p>
          <p className="pt-1 text-xs text-muted">Name</p>
          <p className="pt-1 text-xs text-muted">Date</p>
        </div>
        <p className="mt-5 border-t border-line pt-3 font-mono text-[0.6875rem] leading-relaxed text-muted">
          Record 458 · SHA-256 3e09…fb00
        </p>
      </div>
      <Seal className="absolute -right-3 -bottom-7 size-28 -rotate-12 text-accent sm:-right-7 sm:-bottom-9 sm:size-32" />
    </figure>
  )
}
