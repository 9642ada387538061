import { CONSENT } from '@frontdesk/contract/constants'
import type { PublicSettings } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { formatDate } from '#web/lib/format.ts'
import { BellShapes } from '#web/ui/logo.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import evidenceDark from './evidence-dark.webp'
import evidenceLight from './evidence-light.webp'
import { Letter } from './letter.tsx'
import { Letterhead, PublicFooter } from './letterhead.tsx'
import { ProductPicture } from './exhibits.tsx'

/** What a visitor sees first: a letter that explains the product and shows it. */
export function LandingPage() {
  return (
    <div className="overflow-x-clip">
      <Letterhead />
      <main id="main">
        <Hero />
        <EvidencePicture />
        <Letter />
        <SignatureLine />
      </main>
      <PublicFooter />
    </div>
  )
}

/** The admin's table of acknowledgments; too wide to be read on a phone. */
function EvidencePicture() {
  return (
    <figure className="mx-auto w-full max-w-[72rem] px-(--page-gutter) pb-16 max-sm:hidden sm:pb-22">
      <ProductPicture
        light={evidenceLight}
        dark={evidenceDark}
        alt="The Admin Panel’s table of acknowledgments, searched for Siobhan Doyle: each policy that she acknowledged, with its version, the time and whether it still counts; beside the search, filters and a button that exports CSV."
        width={1920}
        height={1200}
        className="h-auto w-full rounded-xl border border-line-strong bg-surface shadow-overlay"
      />
      <figcaption className="mt-4 text-center text-sm text-muted">
        Everything one person has agreed to, as an administrator sees it. What is still outstanding
        is one click away, and both export as CSV.
      </figcaption>
    </figure>
  )
}

/** The letter's end: a line to sign on. */
function SignatureLine() {
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

function Hero() {
  return (
    <section className="mx-auto grid w-full max-w-[72rem] items-center gap-x-16 gap-y-12 px-(--page-gutter) pt-12 pb-16 sm:pt-18 lg:grid-cols-[minmax(0,1fr)_27rem] lg:pb-22">
      <div>
        <h1 className="text-[clamp(2.75rem,1.6rem+5.2vw,5rem)] leading-[0.98] font-bold tracking-[-0.045em]">
          Every policy,
          <br />
          signed for.
        </h1>
        <p className="mt-6 max-w-[33rem] text-xl text-muted">
          Document how your brokerage works, onboard everyone who joins it, and deliver the training
          they need: one place for policies, processes and quizzes, and a sealed record of who
          agreed to which text, and when.
        </p>
        <div className="mt-9">
          <WaysIn />
        </div>
      </div>
      <SignedSheet />
    </section>
  )
}

/** A policy on the brokerage's paper, acknowledged. A drawing: the product itself is pictured below. */
function SignedSheet() {
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

const CENTER = 60
const POINTS = 40

/** The scalloped edge of a notary's seal. */
const edge = Array.from({ length: POINTS * 2 }, (_, index) => {
  const radius = index % 2 === 0 ? 58 : 54.5
  const angle = (index * Math.PI) / POINTS
  return `${round(CENTER + radius * Math.sin(angle))},${round(CENTER - radius * Math.cos(angle))}`
}).join(' ')

function round(value: number) {
  return Math.round(value * 100) / 100
}

/** The desk bell in a seal, in the colour of the text around it. */
function Seal({ className }: { className?: string }) {
  const circle = useId()
  return (
    <svg viewBox="0 0 120 120" className={className} fill="none" aria-hidden="true">
      <polygon points={edge} className="fill-raised" stroke="currentColor" strokeWidth="1.5" />
      <circle cx={CENTER} cy={CENTER} r="50" stroke="currentColor" strokeWidth="1" />
      <circle cx={CENTER} cy={CENTER} r="33" stroke="currentColor" strokeWidth="1" />
      <path id={circle} d="M60 22.5a37.5 37.5 0 1 1-.01 0" />
      <text fill="currentColor" fontSize="10.4" fontWeight="650">
        <textPath href={`#${circle}`} textLength="229">
          ACKNOWLEDGED · ON RECORD ·
        </textPath>
      </text>
      <g fill="currentColor" transform="translate(33.6 34.5) scale(1.65)">
        <BellShapes />
      </g>
    </svg>
  )
}

const joining: Record<PublicSettings['signup_mode'], string> = {
  open: 'Everyone at the brokerage can open an account.',
  domains: 'Open an account with your work email address.',
  approval: 'An administrator approves each new account.',
  invite: 'Accounts here are by invitation.',
}

/** The two buttons and how one joins; as tall before the settings are known as after. */
function WaysIn() {
  const { data: settings } = useQuery(publicSettings)
  const first = settings?.first_run
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/signup" className="min-h-12 min-w-58 px-6 text-lg! max-sm:w-full">
          {first ? 'Set up your Front Desk' : 'Create account'}
        </ButtonLink>
        <ButtonLink
          to="/login"
          variant="secondary"
          className="min-h-12 min-w-30 px-6 text-lg! max-sm:w-full"
        >
          Sign in
        </ButtonLink>
      </div>
      <p className="mt-4 min-h-[1.5em] text-sm text-muted">
        {first
          ? 'Nobody has an account yet. The first one becomes the administrator’s.'
          : settings && joining[settings.signup_mode]}
      </p>
    </div>
  )
}
