import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { BrokerageTexts, FrontDeskTexts, HelpCard } from '@frontdesk/contract/settings'
import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { BookOpenText, Compass, MessagesSquare, PenLine, Search } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { frontDeskTexts } from '#web/features/brokerage/brokerage.api.ts'
import {
  AwaitingYou,
  BehindCard,
  FavouritesSection,
  OpenSignupWarning,
  SignupNeedsMailWarning,
  WelcomeBanner,
} from './dashboard-cards.tsx'
import { favouritesQuery } from '#web/features/favourites/favourite-star.tsx'
import { SearchField } from '#web/features/search/search-field.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Bio, useBioIsReady } from '#web/ui/markdown.tsx'
import { Section } from '#web/ui/card.tsx'
import { classes, textLink } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
import { firstStepsQuery, pendingPolicies } from './dashboard.api.ts'
import type { FirstSteps } from './first-steps.tsx'

// Most people never see it.
const UnverifiedBanner = late(() => import('./account-notices.tsx'), 'UnverifiedBanner')

const BillingBanner = late(() => import('#web/features/admin/billing-banner.tsx'), 'BillingBanner')

const SecondFactorNotice = late(() => import('./account-notices.tsx'), 'SecondFactorNotice')

export function DashboardPage() {
  const user = useUser()
  return (
    <div className="grid gap-5 sm:gap-6">
      <div className="w-full xl:max-w-2xl">
        <SearchField user={user} />
      </div>
      <FrontDesk user={user} />
    </div>
  )
}

/** With no line they are tried for again; what is kept for that is shown meanwhile. */
const isWaiting = (query: { isPending: boolean; failureCount: number }) =>
  query.isPending && query.failureCount === 0

function FrontDesk({ user }: { user: CurrentUser }) {
  const texts = useQuery(frontDeskTexts)
  const pending = useQuery(pendingPolicies)
  const favourites = useQuery(favouritesQuery)
  const lead = canOpenAdmin(user) && <BehindCard />
  const hasFirstSteps = texts.data?.first_steps === true
  const first = useFirstSteps(hasFirstSteps)
  const page = texts.data
  const isBioReady = useBioIsReady(page?.broker_bio ?? '')
  // Below the brokerage's own words all at once, so that nothing moves when the last one arrives.
  const waits = pending.isPending || isWaiting(favourites) || first.isLoading || !isBioReady
  // Before anything is asked of anybody, the first steps stand in the place of who is behind.
  const { steps, FirstSteps } = first
  const isAsking = !steps?.some(({ id, done }) => id === 'policy' && !done)
  // How high it is with its notices nobody knows yet: nothing stands below it.
  if (texts.isPending) return <WelcomeSkeleton />
  return (
    <div className="grid gap-10 sm:gap-12" aria-busy={waits}>
      <Welcome page={page} user={user} />
      {waits ? (
        <BlocksSkeleton lead={lead} awaiting={user.pending_policies.length} />
      ) : (
        <>
          <div
            className={classes(
              'grid gap-x-12 gap-y-10',
              page?.broker_bio && 'xl:grid-cols-[minmax(0,1fr)_20rem]',
            )}
          >
            <div className="grid min-w-0 content-start gap-10">
              {isAsking && lead}
              {steps && FirstSteps && <FirstSteps steps={steps} />}
              {first.hasFailed && (
                <ErrorPanel title="Failed to load the first steps" onRetry={first.retry}>
                  {messageOf(first.error, 'Please try again.')}
                </ErrorPanel>
              )}
              <AwaitingYou
                policies={pending.data}
                tests={user.tests.filter(({ required }) => required)}
                steps={user.pending_steps}
                error={pending.error}
                onRetry={() => void pending.refetch()}
                ownRecord={page?.own_record}
              />
              <FavouritesSection favourites={favourites.data ?? []} />
            </div>
            {page && <BrokerBio texts={page} />}
          </div>
          {page ? (
            <>
              <HelpCards cards={page.help_cards} />
              {page.testimonial_quote && (
                <Testimonial quote={page.testimonial_quote} author={page.testimonial_author} />
              )}
              {canOpenAdmin(user) && <ToAdd texts={page} />}
            </>
          ) : (
            <ErrorPanel onRetry={() => void texts.refetch()}>
              {messageOf(texts.error, 'An error occurred')}
            </ErrorPanel>
          )}
        </>
      )}
    </div>
  )
}

type WelcomeProps = { page: FrontDeskTexts | undefined; user: CurrentUser }

/** The brokerage's words, where the page itself has drawn them already, and what one should know before anything else. */
function Welcome({ page, user }: WelcomeProps) {
  return (
    <div className="grid gap-4">
      <WelcomeBanner
        brokerage={page?.brokerage_name ?? ''}
        title={page?.welcome_title ?? 'Front Desk'}
        text={page?.welcome_text ?? ''}
      />
      {page?.billing_warning && (
        <Suspense>
          <BillingBanner warning={page.billing_warning} />
        </Suspense>
      )}
      {page?.open_signup_warning && <OpenSignupWarning />}
      {page?.signup_needs_mail && <SignupNeedsMailWarning />}
      {page?.sends_mail && !user.email_verified && (
        <Suspense>
          <UnverifiedBanner />
        </Suspense>
      )}
      {user.second_factor.due_at && (
        <Suspense>
          <SecondFactorNotice dueAt={user.second_factor.due_at} />
        </Suspense>
      )}
    </div>
  )
}

/** The file's content, once it is here. */
type Code = { FirstSteps: typeof FirstSteps }

/** What an owner does first and the code that shows it, both asked for at once, where they are shown at all. */
function useFirstSteps(isShown: boolean) {
  const query = useQuery({ ...firstStepsQuery, enabled: isShown })
  const [code, setCode] = useState<Code | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const wants = isShown && code === null && !isMissing
  useEffect(() => {
    if (!wants) return
    import('./first-steps.tsx').then(setCode, () => setIsMissing(true))
  }, [wants])
  const steps = isShown ? query.data?.steps : undefined
  const retry = () => {
    setIsMissing(false)
    void query.refetch()
  }
  return {
    steps,
    FirstSteps: code?.FirstSteps,
    isLoading: wants || query.isLoading,
    hasFailed: isShown && (isMissing || (query.isError && !steps)),
    error: query.error,
    retry,
  }
}

/** The brokerage's words, while they are on the way: as high as ours, which many keep. */
const WelcomeSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="h-[16.36rem] w-full rounded-xl! sm:h-[13.84rem]" />
  </div>
)

type BlocksSkeletonProps = {
  /** What needs none of what is on the way. */
  lead: ReactNode
  awaiting: number
}

/** The blocks below in their own sizes while their contents are on the way. */
function BlocksSkeleton({ lead, awaiting }: BlocksSkeletonProps) {
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 content-start gap-10">
        {lead}
        <div>
          <Skeleton className="h-6 w-44" />
          <Skeleton className="mt-2 mb-4 h-4 w-64" />
          <div className="rounded-lg border border-line bg-surface">
            {Array.from({ length: Math.min(5, Math.max(1, awaiting)) }, (_, row) => (
              <div key={row} className="px-5 py-4 not-last:border-b not-last:border-line">
                <Skeleton className="mb-3 h-5 w-2/5" />
                <SkeletonLines lines={2} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="border-t-[5px] border-double border-line-strong pt-5">
        <div className="mb-5 flex items-center gap-3.5">
          <Skeleton className="size-12 rounded-full!" />
          <Skeleton className="h-5 w-40" />
        </div>
        <SkeletonLines lines={6} />
      </div>
    </div>
  )
}

type BrokerBioProps = {
  texts: Pick<BrokerageTexts, 'broker_name' | 'broker_title' | 'broker_bio'>
}

/** Whose name is on the door; nothing until somebody has written about them. */
function BrokerBio({ texts }: BrokerBioProps) {
  const { broker_name: name, broker_title: title, broker_bio: bio } = texts
  if (!bio) return null
  return (
    <section
      aria-labelledby="broker"
      className="min-w-0 border-t-[5px] border-double border-line-strong pt-5"
    >
      <div className="flex items-center gap-3.5">
        <Avatar name={name} size="lg" />
        <div className="min-w-0">
          <h2 id="broker" className="text-lg leading-snug font-semibold">
            {name}
          </h2>
          <p className="text-sm text-muted">{title}</p>
        </div>
      </div>
      <Bio source={bio} className="mt-4" />
    </section>
  )
}

const icons = [Search, Compass, BookOpenText, MessagesSquare]

/** How the brokerage works, in a few words each. */
function HelpCards({ cards }: { cards: HelpCard[] }) {
  return (
    <Section title="How we work">
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {cards.map((card, index) => {
          const Icon = icons[index % icons.length] ?? Search
          return (
            <li key={card.title} className="bg-surface p-(--card-pad)">
              <Icon className="size-5 text-accent" aria-hidden="true" />
              <h3 className="mt-3 text-lg font-semibold">{card.title}</h3>
              <p className="mt-1.5 text-muted">{card.text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

type TestimonialProps = { quote: string; author: string }

/** A client's words, which is what all of it is for. */
function Testimonial({ quote, author }: TestimonialProps) {
  return (
    <figure className="border-t-[5px] border-double border-line-strong pt-8 pb-4">
      <blockquote className="max-w-[40ch] sm:indent-[-0.42em] text-2xl leading-snug font-medium tracking-[-0.02em] text-pretty sm:text-3xl sm:leading-snug">
        “{quote}”
      </blockquote>
      <figcaption className="mt-4 text-muted">{author}</figcaption>
    </figure>
  )
}

const blocks = [
  ['brokerage_name', 'your brokerage’s name'],
  ['broker_bio', 'a few words about the broker'],
  ['testimonial_quote', 'what a client says of you'],
] as const

/** For admins: what is not on this page because nobody has written it yet. */
function ToAdd({ texts }: { texts: BrokerageTexts }) {
  const missing = blocks.filter(([field]) => !texts[field]).map(([, words]) => words)
  if (missing.length === 0) return null
  return (
    <p className="flex items-start gap-2.5 border-t border-line pt-4 text-sm text-muted">
      <PenLine className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        Only admins see this. There is room here for {inWords(missing)}:{' '}
        <PathLink
          to={texts.brokerage_name ? '/admin/settings/dashboard' : '/admin/settings'}
          className={textLink}
        >
          add this in the settings
        </PathLink>
        .
      </span>
    </p>
  )
}

const inWords = (things: string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(things)
