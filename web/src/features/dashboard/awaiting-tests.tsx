import type { TestProgress } from '@frontdesk/contract/users'
import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { DueLine } from '#web/ui/due-line.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

const MOST_SHOWN = 5

/** Trainings and tests that the person still has to pass, the most urgent first. */
export function AwaitingTests({ tests }: { tests: TestProgress[] }) {
  const more = tests.length - MOST_SHOWN
  return (
    <Section title="To learn and pass">
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {tests.slice(0, MOST_SHOWN).map((test) => (
          <li
            key={test.id}
            className="linked-row group relative flex items-center gap-4 px-4 py-4 transition-colors not-last:border-b not-last:border-line hover:bg-hover sm:px-5"
          >
            <div className="min-w-0 grow">
              <h3 className="text-lg font-semibold">
                <PathLink to={testPath(test)} className="row-link rounded-lg">
                  {test.name}
                </PathLink>
              </h3>
              <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
                <span>{test.status}</span>
                {test.due_at && <DueLine dueAt={test.due_at} />}
              </p>
            </div>
            <ArrowRight
              className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
              aria-hidden="true"
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <ButtonLink to="/tests" variant="ghost" className="mt-3 -ml-4">
          {more} more
        </ButtonLink>
      )}
    </Section>
  )
}

/** A quiz is taken on its training's page. */
const testPath = ({ id, training_id: trainingId }: TestProgress) =>
  trainingId ? `/training/${trainingId}` : `/tests/${id}`
