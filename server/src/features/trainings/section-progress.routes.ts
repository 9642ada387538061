import { attemptEndpoints } from '@frontdesk/contract/attempts'
import { isRetakeDue } from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import { itemFacts } from '../../db/item-facts.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { insertCertificate } from '../certificates/certificates.queries.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { lockStanding } from '../assessments/attempts.queries.ts'
import { findOneProgress } from '../assessments/progress.queries.ts'
import {
  findLastSection,
  findTakenTraining,
  holdTakenTraining,
  isSection,
  listSectionProgress,
  saveSectionProgress,
  type TakenTraining,
} from './section-progress.queries.ts'

export function sectionProgressRoutes(mount: Mount): void {
  mount(attemptEndpoints.listSectionProgress, async ({ db, actor, params }) => {
    const training = await findTakenTraining(db, params.id)
    if (!training || training.archived_at) throw notFound('Training not found')
    const last = await findLastSection(db, actor.id, training.id)
    return {
      progress: (await findOneProgress(db, actor.id, training.test_id))!,
      sections: await listSectionProgress(db, actor.id, training),
      ...(last && { last_content_id: last }),
    }
  })

  mount(attemptEndpoints.saveProgress, async (call) => {
    const { db, actor, params, body } = call
    const training = await holdTakenTraining(db, params.id)
    if (!training) throw notFound('Training not found')
    if (training.archived_at) {
      throw conflict('archived', 'This training was archived since you started')
    }
    if (!(await isSection(db, training.id, body.content_id))) {
      throw notFound('This section is not part of the training any more')
    }
    // Two last sections seen at once complete the training once.
    await lockStanding(db, actor.id, training.test_id)
    const before = (await findOneProgress(db, actor.id, training.test_id))!
    await saveSectionProgress(db, actor.id, training.id, body)
    const after = (await findOneProgress(db, actor.id, training.test_id))!
    // Where a video stands is kept every few seconds; that is nothing to tell of.
    if ((body.completed && !body.opened) || after.progress !== before.progress) {
      await recordAudit(db, call, {
        action: 'training.section_seen',
        item: itemOf(training),
        details: { section_id: body.content_id, completed: body.completed },
      })
      await publish(db, { keys: ['trainings'], userIds: [actor.id] })
    }
    return isCompletedByReading(after) ? completeByReading(call, training) : after
  })
}

const itemOf = ({ id, title }: TakenTraining) => ({ type: 'training', id, title })

/** A training without questions is completed by its last section. */
const isCompletedByReading = ({
  questions,
  progress,
  completed_at: at,
  retakeThreshold,
  required,
}: Progress) =>
  questions === 0 &&
  progress === 100 &&
  (at === null || isRetakeDue({ lastAttemptDate: at, retakeThreshold, required }))

async function completeByReading(
  call: { db: Db; actor: SignedIn; origin: Origin },
  training: TakenTraining,
): Promise<Progress> {
  const { db, actor } = call
  const code = await insertCertificate(db, {
    userId: actor.id,
    testId: training.test_id,
    attemptId: null,
    personName: actor.name,
    title: training.title,
    score: null,
    completedAt: new Date().toISOString(),
  })
  const { id, title } = training
  await insertNotifications(db, [
    {
      user_id: actor.id,
      kind: 'result',
      source: `completed:${code}`,
      facts: { about: 'completed', ...itemFacts('training', id), title, score: null },
    },
  ])
  await recordAudit(db, call, { action: 'training.completed', item: itemOf(training) })
  await publish(db, { keys: ['me', 'tests', 'attempts'], userIds: [actor.id] })
  await publish(db, { keys: ['attempts', 'users'], adminsOnly: true })
  return (await findOneProgress(db, actor.id, training.test_id))!
}
