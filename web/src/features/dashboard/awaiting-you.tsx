import { canEditPolicies } from '@frontdesk/contract/permissions'
import type { ListedPolicy } from '@frontdesk/contract/policies'
import type { FrontDeskTexts } from '@frontdesk/contract/settings'
import { ArrowRight, CircleCheckBig, ScrollText } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/user.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/due-line.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

const MOST_SHOWN = 5

type AwaitingYouProps = {
  policies: ListedPolicy[] | undefined
  error: Error | null
  onRetry: () => void
  ownRecord: FrontDeskTexts['own_record'] | undefined
}

/** What the person still has to read and agree to. */
export function AwaitingYou({ policies, error, onRetry, ownRecord }: AwaitingYouProps) {
  if (!policies) {
    return (
      <Section title="Waiting for you">
        <ErrorPanel title="Failed to load policies" onRetry={onRetry}>
          {messageOf(error, 'An error occurred')}
        </ErrorPanel>
      </Section>
    )
  }
  if (policies.length === 0) return <NothingAsked ownRecord={ownRecord} />
  const more = policies.length - MOST_SHOWN
  return (
    <Section title="Waiting for you" description={countOf(policies.length)}>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {policies.slice(0, MOST_SHOWN).map((policy) => (
          <AwaitingRow key={policy.id} policy={policy} />
        ))}
      </ul>
      {more > 0 && (
        <ButtonLink to="/policies" variant="ghost" className="mt-3 -ml-4">
          {more === 1 ? '1 more policy' : `${more} more policies`}
        </ButtonLink>
      )}
    </Section>
  )
}

function countOf(count: number): string {
  return count === 1
    ? 'One policy needs your name under it.'
    : `${count} policies need your name under them.`
}

function AwaitingRow({ policy }: { policy: ListedPolicy }) {
  return (
    <li className="linked-row group relative flex items-center gap-4 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5">
      <div className="min-w-0 grow">
        <h3 className="text-lg font-semibold">
          <PathLink to={`/policies/${policy.id}`} className="row-link rounded-lg">
            {policy.title}
          </PathLink>
        </h3>
        {policy.description && (
          <p className="mt-0.5 line-clamp-2 text-muted">{policy.description}</p>
        )}
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {policy.due_at && <DueLine dueAt={policy.due_at} />}
          {policy.acknowledged_version !== null && (
            <span className="text-sm text-muted">
              Changed since you agreed to version {policy.acknowledged_version}
            </span>
          )}
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
