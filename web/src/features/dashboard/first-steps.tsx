import type {
  FirstStep,
  FirstStepId,
  FirstSteps as FirstStepsData,
} from '@frontdesk/contract/first-steps'
import type { LibraryKind } from '@frontdesk/contract/library'
import { Check, X } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSayFirstSteps } from './dashboard.api.ts'

type Words = {
  title: string
  why: string
  /** Another way to do it. */
  also?: { label: string; kind: LibraryKind }
  /** Bringing what there is already. */
  bring?: { label: string; path: string }
  /** What only the person can say, instead of doing it. */
  instead?: { label: string; said: 'joining_seen' | 'links_by_hand' }
}

const words: Record<FirstStepId, Words> = {
  name: {
    title: 'Put up your name and logo',
    why: 'They are on every page, in mail and on the sign-in screen.',
  },
  joining: {
    title: 'Decide who may join',
    why: 'Anyone, people with a work address, or whom you invite.',
    instead: { label: 'Right as it is', said: 'joining_seen' },
  },
  mail: {
    title: 'Let mail go out',
    why: 'Then invitations and reminders reach people by themselves.',
    instead: { label: 'We hand over links', said: 'links_by_hand' },
  },
  invite: {
    title: 'Invite somebody',
    why: 'By their address, or with one join link and its code for all of them.',
  },
  policy: {
    title: 'Ask for a first policy',
    why: 'Write it, then say who has to sign it, and by when.',
    also: { label: 'Begin with a draft of ours', kind: 'policy' },
    bring: { label: 'Bring your handbook', path: '/policies/import' },
  },
  training: {
    title: 'Make a first training',
    why: 'Something to read or watch, then a few questions.',
    also: { label: 'Begin with a draft of ours', kind: 'training' },
  },
  overview: {
    title: 'See who is behind',
    why: 'Who has done what is asked of them, at one glance.',
  },
}

/** What an owner does in the first hour: each a click away, ticked by what is there. */
export function Checklist({ steps }: Pick<FirstStepsData, 'steps'>) {
  const say = useSayFirstSteps()
  const next = steps.find(({ done }) => !done)?.id
  const sayIt = (said: Parameters<typeof say.mutate>[0]) =>
    say.mutate(said, { onError: (error) => toast.error(failureOf(error, 'This was not kept')) })
  return (
    <ol className="overflow-hidden rounded-lg border border-line bg-surface">
      {steps.map((step) => (
        <Step
          key={step.id}
          step={step}
          isNext={step.id === next}
          onOpen={() => step.id === 'overview' && !step.done && sayIt({ overview_seen: true })}
          onInstead={(said) => sayIt({ [said]: true })}
        />
      ))}
    </ol>
  )
}

type StepProps = {
  step: FirstStep
  isNext: boolean
  onOpen: () => void
  onInstead: (said: NonNullable<Words['instead']>['said']) => void
}

function Step({ step, isNext, onOpen, onInstead }: StepProps) {
  const { title, why, also, bring, instead } = words[step.id]
  return (
    <li className="linked-row relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5">
      <span
        aria-hidden="true"
        className={classes(
          'grid size-6 shrink-0 place-items-center rounded-full border',
          step.done ? 'border-transparent bg-success-soft text-success' : 'border-line-control',
          isNext && 'border-accent',
        )}
      >
        {step.done && <Check className="size-4" />}
      </span>
      <div className="min-w-48 grow basis-0">
        <PathLink
          to={step.path}
          onClick={onOpen}
          className={classes(
            'row-link rounded-lg font-semibold',
            step.done && 'font-medium text-muted',
          )}
        >
          {title}
          {step.done && <span className="sr-only">(done)</span>}
        </PathLink>
        {!step.done && <p className="text-sm text-muted">{step.left ?? why}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:ml-7 sm:ml-auto">
        {!step.done && also && (
          <ButtonLink
            to="/library"
            search={{ kind: also.kind }}
            variant="ghost"
            size="sm"
            aria-label={`${also.label}: ${title.toLowerCase()}`}
          >
            {also.label}
          </ButtonLink>
        )}
        {!step.done && bring && (
          <ButtonLink to={bring.path} variant="ghost" size="sm">
            {bring.label}
          </ButtonLink>
        )}
        {!step.done && instead && (
          <Button variant="ghost" size="sm" onClick={() => onInstead(instead.said)}>
            {instead.label}
          </Button>
        )}
      </div>
    </li>
  )
}

/** How far one is, in words. */
export function progressOf(steps: FirstStep[]): string {
  const done = steps.filter((step) => step.done).length
  return done === steps.length ? 'All of it is done.' : `${done} of ${steps.length} done.`
}

/** On the dashboard of a new installation, for its admins. */
export function FirstSteps({ steps }: Pick<FirstStepsData, 'steps'>) {
  const say = useSayFirstSteps()
  const isAllDone = steps.every(({ done }) => done)
  const dismiss = () =>
    say.mutate(
      { dismissed: true },
      {
        onSuccess: () =>
          toast.undo('The first steps are under Settings from now on', () =>
            say.mutate({ dismissed: false }),
          ),
        onError: (failure) => toast.error(failureOf(failure, 'The first steps are still here')),
      },
    )
  return (
    <Section
      title={isAllDone ? 'Your front desk is ready' : 'First steps'}
      description={progressOf(steps)}
      actions={
        <Button
          variant={isAllDone ? 'secondary' : 'ghost'}
          size="sm"
          icon={X}
          busy={say.isPending && say.variables.dismissed === true}
          onClick={dismiss}
        >
          Put away
        </Button>
      }
    >
      <Checklist steps={steps} />
    </Section>
  )
}
