import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { FrontDeskTexts } from '@frontdesk/contract/settings'
import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { frontDeskTexts } from '#web/features/brokerage/brokerage.api.ts'
import { favouritesQuery } from '#web/features/favourites/favourites.api.ts'
import { FavouritesSection } from '#web/features/favourites/favourites-section.tsx'
import { BehindCard } from '#web/features/obligations/behind-card.tsx'
import { SearchField } from '#web/features/search/search-field.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/user.tsx'
import { useBioIsReady } from '#web/ui/bio.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AwaitingYou } from './awaiting-you.tsx'
import { BrokerBio } from './broker-bio.tsx'
import { BlocksSkeleton, WelcomeSkeleton } from './dashboard-skeleton.tsx'
import { pendingPolicies } from './dashboard.api.ts'
import { HelpCards } from './help-cards.tsx'
import { OpenSignupWarning, SignupNeedsMailWarning } from './signup-warnings.tsx'
import { Testimonial } from './testimonial.tsx'
import { ToAdd } from './to-add.tsx'
import { useFirstSteps } from './use-first-steps.ts'
import { WelcomeBanner } from './welcome-banner.tsx'

// Most people never see it.
const UnverifiedBanner = lazy(async () => {
  const module = await import('#web/features/auth/unverified-banner.tsx')
  return { default: module.UnverifiedBanner }
})

const BillingBanner = lazy(async () => {
  const module = await import('#web/features/admin/billing-banner.tsx')
  return { default: module.BillingBanner }
})

const SecondFactorNotice = lazy(async () => {
  const module = await import('#web/features/second-factor/second-factor-notice.tsx')
  return { default: module.SecondFactorNotice }
})

export function DashboardPage() {
  const user = useUser()
  return (
    <div className="grid gap-5 sm:gap-6">
      <div className="w-full max-w-2xl">
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
