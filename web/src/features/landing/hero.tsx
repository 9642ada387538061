import { SignedSheet } from './signed-sheet.tsx'
import { WaysIn } from './ways-in.tsx'

export function Hero() {
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
