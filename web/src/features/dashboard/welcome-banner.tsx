import { useState } from 'react'
import { BellBackdrop } from '#web/ui/bell.tsx'

type WelcomeBannerProps = { brokerage: string; title: string; text: string }

/** The brokerage's own words to whoever comes in, on the colour of its door. */
export function WelcomeBanner({ brokerage, title, text }: WelcomeBannerProps) {
  const [today] = useState(() => dayFormat.format(new Date()))
  return (
    <section className="relative overflow-hidden rounded-xl bg-accent-ground px-(--card-pad) py-7 text-on-accent sm:px-9 sm:py-9">
      <BellBackdrop className="-right-8 -bottom-16 w-80 max-xl:hidden" />
      <div className="relative">
        <p className="flex flex-wrap gap-x-6 gap-y-0.5 text-sm text-on-accent/80">
          {brokerage && <span className="font-semibold">{brokerage}</span>}
          <span>{today}</span>
        </p>
        <h1 className="mt-5 text-3xl font-bold tracking-[-0.035em] sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-[58ch] text-lg text-on-accent/90">{text}</p>
      </div>
    </section>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
