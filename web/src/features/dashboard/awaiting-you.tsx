import { itemPath, requiredPath } from '@frontdesk/contract/items'
import { canEditPolicies } from '@frontdesk/contract/permissions'
import type { ListedPolicy } from '@frontdesk/contract/policies'
import type { FrontDeskTexts } from '@frontdesk/contract/settings'
import type { PendingStep, TestProgress } from '@frontdesk/contract/users'
import { ArrowRight, CircleCheckBig, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { useUser } from '#web/session/user.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { DueLine } from '#web/ui/due-line.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

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
  const items = [
    ...(policies ?? []).map(policyItem),
    ...tests.map(testItem),
    ...steps.map(stepItem),
  ].toSorted((one, other) => dueTime(one.dueAt) - dueTime(other.dueAt))
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
