import { useState } from 'react'

type WelcomeBannerProps = { brokerage: string; title: string; text: string }

/** The brokerage's own words to whoever comes in, on the colour of its door. */
export function WelcomeBanner({ brokerage, title, text }: WelcomeBannerProps) {
  const [today] = useState(() => dayFormat.format(new Date()))
  return (
    <section className="relative overflow-hidden rounded-xl bg-[light-dark(#1b5a45,#17382c)] px-(--card-pad) py-7 text-on-accent sm:px-9 sm:py-9">
      <Bell />
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

function Bell() {
  return (
    <svg
      viewBox="0 0 32 32"
      className="absolute -right-8 -bottom-16 w-80 fill-[light-dark(#226650,#1d4536)] max-xl:hidden"
      aria-hidden="true"
    >
      <rect x="14" y="6.5" width="4" height="3.5" rx="1.4" />
      <path d="M6.5 20.5a9.5 9.5 0 0 1 19 0z" />
      <rect x="5" y="22.25" width="22" height="3.25" rx="1.6" />
    </svg>
  )
}
