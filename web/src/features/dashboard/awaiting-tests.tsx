import type { TestProgress } from '@frontdesk/contract/users'
import { AwaitingList } from './awaiting-list.tsx'

/** Trainings and tests that the person still has to pass, the most urgent first. */
export function AwaitingTests({ tests }: { tests: TestProgress[] }) {
  const items = tests.map((test) => ({
    id: test.id,
    title: test.name,
    path: testPath(test),
    note: test.status,
    dueAt: test.due_at,
  }))
  return <AwaitingList title="To learn and pass" items={items} morePath="/tests" />
}

/** A quiz is taken on its training's page. */
const testPath = ({ id, training_id: trainingId }: TestProgress) =>
  trainingId ? `/training/${trainingId}` : `/tests/${id}`
