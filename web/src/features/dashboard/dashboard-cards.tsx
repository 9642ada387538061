import type { Favourite } from '@frontdesk/contract/favourites'
import { itemPath, requiredPath } from '@frontdesk/contract/items'
import type { Overview } from '@frontdesk/contract/obligations'
import { canEditPolicies } from '@frontdesk/contract/permissions'
import type { ListedPolicy } from '@frontdesk/contract/policies'
import type { FrontDeskTexts } from '@frontdesk/contract/settings'
import type { PendingStep, TestProgress } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheckBig, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { overviewQuery, whoIsBehind } from '#web/lib/overview.ts'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'
import { useUser } from '#web/session/session.tsx'
import { BellBackdrop } from '#web/ui/logo.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CardLink, Section } from '#web/ui/card.tsx'
import { classes, textLink } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/times.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

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

const MOST_SHOWN = 8

type AwaitingYouProps = {
  policies: ListedPolicy[] | undefined
  /** Those that are required and not passed. */
  tests: TestProgress[]
  steps: PendingStep[]
  error: Error | null
  onRetry: () => void
  ownRecord: FrontDeskTexts['own_record'] | undefined
}

/** Everything that the person still has to do, in one list by due date. */
export function AwaitingYou({
  policies,
  tests,
  steps,
  error,
  onRetry,
  ownRecord,
}: AwaitingYouProps) {
  const [isWhole, setIsWhole] = useState(false)
  const items = byDueDate([
    ...(policies ?? []).map(policyItem),
    ...tests.map(testItem),
    ...steps.map(stepItem),
  ])
  if (policies && items.length === 0) return <NothingAsked ownRecord={ownRecord} />
  const more = isWhole ? 0 : items.length - MOST_SHOWN
  return (
    <Section title="Waiting for you" description={policies && countOf(items.length)}>
      {!policies && (
        <div className="not-last:mb-4">
          <ErrorPanel title="Failed to load policies" onRetry={onRetry}>
            {messageOf(error, 'An error occurred')}
          </ErrorPanel>
        </div>
      )}
      {items.length > 0 && (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {(isWhole ? items : items.slice(0, MOST_SHOWN)).map((item) => (
            <AwaitingRow key={item.key} item={item} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button variant="ghost" className="mt-3 -ml-4" onClick={() => setIsWhole(true)}>
          {more} more
        </Button>
      )}
    </Section>
  )
}

function countOf(count: number): string {
  return count === 1 ? 'One thing is asked of you.' : `${count} things are asked of you.`
}

const dueTime = (dueAt: string | null) => (dueAt === null ? Number.MAX_VALUE : Date.parse(dueAt))

/** What is due first stands first; what has no date is last. */
export const byDueDate = <Item extends { dueAt: string | null }>(items: Item[]): Item[] =>
  items.toSorted((one, other) => dueTime(one.dueAt) - dueTime(other.dueAt))

type AwaitingItem = {
  key: string
  title: string
  path: string
  description?: string | null
  note: string
  dueAt: string | null
}

function policyItem(policy: ListedPolicy): AwaitingItem {
  const { id, title, description, due_at: dueAt, acknowledged_version: version } = policy
  const note =
    version === null
      ? 'Policy to sign'
      : version < policy.version
        ? `Policy, changed since you agreed to version ${version}`
        : `Policy to sign again, last on ${formatDate(policy.acknowledged_at)}`
  return { key: `policy ${id}`, title, path: itemPath('policy', id), description, note, dueAt }
}

/** A quiz is taken on its training's page. */
function testItem(test: TestProgress): AwaitingItem {
  const { id, name, training_id: trainingId, status, due_at: dueAt } = test
  return {
    key: `test ${id}`,
    title: name,
    path: requiredPath({ kind: 'test', ...test }, id),
    note: `${trainingId ? 'Training' : 'Test'} · ${status}`,
    dueAt,
  }
}

function stepItem(step: PendingStep): AwaitingItem {
  const { id, title, run_id: runId, run_title: run, due_at: dueAt } = step
  return {
    key: `step ${id}`,
    title,
    path: itemPath('process_run', runId),
    note: `Step of ${run}`,
    dueAt,
  }
}

function AwaitingRow({ item }: { item: AwaitingItem }) {
  return (
    <li className="linked-row group relative flex items-center gap-4 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5">
      <div className="min-w-0 grow">
        <h3 className="text-lg font-semibold">
          <PathLink to={item.path} className="row-link rounded-lg">
            {item.title}
          </PathLink>
        </h3>
        {item.description && <p className="mt-0.5 line-clamp-2 text-muted">{item.description}</p>}
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {item.dueAt && <DueLine dueAt={item.dueAt} />}
          <span>{item.note}</span>
        </p>
      </div>
      <ArrowRight
        className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
        aria-hidden="true"
      />
    </li>
  )
}

function NothingAsked({ ownRecord }: Pick<AwaitingYouProps, 'ownRecord'>) {
  const user = useUser()
  const isDone = ownRecord === 'acknowledged'
  const isEmpty = ownRecord === 'no_policies'
  const Icon = isDone ? CircleCheckBig : ScrollText
  return (
    <Section title="Waiting for you">
      <div className="flex items-start gap-4 rounded-lg border border-line bg-surface px-5 py-6">
        <Icon
          className={classes('mt-0.5 size-6 shrink-0', isDone ? 'text-success' : 'text-muted')}
          aria-hidden="true"
        />
        <div className="min-w-0">
          <p className="text-lg font-semibold">
            {isEmpty ? 'There are no policies yet' : 'Nothing is waiting for you'}
          </p>
          <p className="mt-0.5 max-w-[52ch] text-muted">
            {isDone && 'You have agreed to everything that is asked of you. '}
            {isDone
              ? 'When a policy changes, it will show up here.'
              : 'When a policy is asked of you, it will show up here.'}
          </p>
          {isEmpty && canEditPolicies(user) && (
            <ButtonLink to="/policies/add" variant="secondary" size="sm" className="mt-4">
              Write the first policy
            </ButtonLink>
          )}
          {!isEmpty && (
            <ButtonLink to="/policies" variant="secondary" size="sm" className="mt-4">
              Read the policies
            </ButtonLink>
          )}
        </div>
      </div>
    </Section>
  )
}

/**
 * On an admin's dashboard: who is behind, one step from the list of them. It has its place before it is
 * known, whatever it says then, so that nothing below moves.
 */
export function BehindCard() {
  const { data, isPending } = useQuery(overviewQuery())
  const people = data?.totals.people_overdue ?? 0
  const isBehind = people > 0
  return (
    <section aria-label="Who is behind" aria-busy={isPending}>
      <CardLink
        to={isBehind ? '/admin/outstanding?state=overdue' : '/admin/overview'}
        className="flex items-center gap-4"
      >
        <span className="min-w-0 grow">
          <span className={`block h-[1lh] text-lg font-semibold ${isBehind ? 'text-danger' : ''}`}>
            {isPending ? (
              <>
                <span className="sr-only">Who is behind</span>
                <Skeleton className="h-5 w-44" />
              </>
            ) : (
              headingOf(data?.totals)
            )}
          </span>
          <span className="mt-0.5 line-clamp-2 h-[1lh] text-muted tabular-nums max-sm:h-[2lh]">
            {isPending ? <Skeleton className="h-4 w-64 max-w-full" /> : lineOf(data?.totals)}
          </span>
        </span>
        <ArrowRight
          className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
          aria-hidden="true"
        />
      </CardLink>
      <PathLink
        to="/admin/overview"
        className={`mt-2 inline-block text-sm font-medium ${textLink}`}
      >
        How the brokerage stands
      </PathLink>
    </section>
  )
}

type Totals = Overview['totals']

/** The dashboard is whole without the numbers; the Admin Panel says what failed. */
function headingOf(totals: Totals | undefined): string {
  if (!totals) return 'Who is behind?'
  return totals.asked === 0 ? 'Nothing is required yet' : whoIsBehind(totals.people_overdue)
}

function lineOf(totals: Totals | undefined): string {
  if (!totals) return 'The Admin Panel knows.'
  const { asked, percent, overdue, due_soon: soon } = totals
  if (asked === 0) return 'Open a policy or a training and press Assign.'
  return `${percent}% done · ${overdue} overdue · ${soon} due within 7 days`
}

const SHOWN = 12

/** What the person has marked, on their dashboard; nothing where there is none. */
export function FavouritesSection({ favourites }: { favourites: Favourite[] }) {
  const user = useUser()
  if (favourites.length === 0) return null
  const more = favourites.length - SHOWN
  return (
    <Section title="Favourites">
      <ul className="grid gap-2 sm:grid-cols-2">
        {favourites.slice(0, SHOWN).map((item) => {
          const { icon: Icon, label } = targetOf(item.type)
          return (
            <li
              key={item.id}
              className="linked-row relative flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface py-2.5 pr-2 pl-3.5 transition-colors hover:border-line-control"
            >
              <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
              <PathLink
                to={pathTo(item, user)}
                className="row-link min-w-0 grow rounded-lg wrap-anywhere font-medium"
              >
                {item.title}
                <span className="sr-only"> ({label})</span>
              </PathLink>
              <FavouriteStar item={item} inRow />
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <p className="mt-3 text-sm text-muted">
          And {more} more: press Ctrl K, or open the search, to see them all.
        </p>
      )}
    </Section>
  )
}

/** For admins, while nothing limits who may join. */
export function OpenSignupWarning() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Anyone who knows this address can create an account.</p>
      <p className="text-muted">
        You can limit who may join in the <SettingsLink />.
      </p>
    </Notice>
  )
}

/** For admins, while new people are asked to confirm a work address and no mail can ask them. */
export function SignupNeedsMailWarning() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Nobody can confirm a work address: no mail server is set.</p>
      <p className="text-muted">
        Sign-up with a work address needs one:{' '}
        <PathLink to="/admin/settings/mail" className={textLink}>
          set up mail
        </PathLink>
        . Until then new people wait for you under{' '}
        <PathLink to="/admin/people" className={textLink}>
          People
        </PathLink>
        , or you choose another way to join in the <SettingsLink />.
      </p>
    </Notice>
  )
}

function SettingsLink() {
  return (
    <PathLink to="/admin/settings/joining" className={textLink}>
      settings
    </PathLink>
  )
}
