import { attemptEndpoints } from '@frontdesk/contract/attempts'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { Db } from '../../db/connect.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import type { Announcer } from '../../platform/announcer.ts'
import { recordAudit } from '../../platform/audit.ts'
import {
  attemptFacts,
  attemptFor,
  attemptItem,
  completeAttempt,
  findAttemptToTake,
  type Graded,
  findKnownTest,
  keepAnswer,
  startAttempt,
  submitAnswers,
} from './attempts.actions.ts'
import { findAttempt, listAttemptsOf, type WhichTest } from './attempts.queries.ts'

/** Rows of a list of attempts where the caller asks for no number. */
const ATTEMPTS_LIMIT = 200

type Call = { db: Db; actor: SignedIn; origin: Origin }

export function attemptRoutes(mount: Mount, announcer: Announcer): void {
  mount(attemptEndpoints.getTrainingAttempt, async ({ db, actor, params }) =>
    findAttemptToTake(db, actor, { trainingId: params.id }),
  )

  mount(attemptEndpoints.startTrainingAttempt, async (call) =>
    start(call, announcer, { trainingId: call.params.id }),
  )

  mount(attemptEndpoints.startTest, async (call) =>
    start(call, announcer, { testId: call.params.id }),
  )

  mount(attemptEndpoints.submitTraining, async (call) => {
    const { params, body } = call
    const submitted = {
      trainingId: params.id,
      attemptId: body.attempt_id,
      answers: body.answers,
    }
    return tellOf(call, announcer, await submitAnswers(call, submitted))
  })

  mount(attemptEndpoints.submitAnswer, async (call) => {
    const { db, actor, body } = call
    const answers = await keepAnswer(db, actor, {
      attemptId: body.attempt_id,
      questionId: body.question_id,
      answer: body.answer,
    })
    await recordAudit(db, call, {
      action: 'attempt.answered',
      details: { attempt_id: body.attempt_id, question_id: body.question_id },
    })
    return { attempt_id: body.attempt_id, answers }
  })

  mount(attemptEndpoints.completeAttempt, async (call) =>
    tellOf(call, announcer, await completeAttempt(call, call.params.id)),
  )

  mount(attemptEndpoints.getAttempt, async ({ db, actor, params }) => {
    const attempt = await findAttempt(db, params.id)
    if (!attempt || (attempt.user_id !== actor.id && !canOpenAdmin(actor))) {
      throw notFound('Attempt not found')
    }
    const { show_answers: showAnswers } = await findKnownTest(db, { testId: attempt.test_id })
    return attemptFor(actor, attempt, showAnswers)
  })

  mount(attemptEndpoints.listOwnAttempts, async ({ db, actor, query, request, reply }) => {
    const page = await listAttemptsOf(db, actor.id, {
      ...query,
      limit: query.limit ?? ATTEMPTS_LIMIT,
    })
    return { success: true, data: sendPage({ request, reply }, page), error: null }
  })
}

async function start(call: Call, announcer: Announcer, which: WhichTest) {
  const { db, actor } = call
  const { attempt, isNew } = await startAttempt(db, actor, which)
  if (isNew) {
    await recordAudit(db, call, {
      action: 'attempt.started',
      item: attemptItem(attempt),
      details: attemptFacts(attempt),
    })
    // A whole class may begin or hand in at once: their commits must not wait for each other.
    afterCommit(db, () => {
      announcer.tell({ keys: ['trainings', 'tests', 'attempts'], userIds: [actor.id] })
      announcer.tell({ keys: ['attempts'], adminsOnly: true })
    })
  }
  return attemptFor(actor, attempt, false)
}

/** Announces a grade that was given just now; answers with the result. */
function tellOf({ db, actor }: Call, announcer: Announcer, { result, isNew }: Graded) {
  if (!isNew) return result
  afterCommit(db, () => {
    announcer.tell({ keys: ['me', 'trainings', 'tests', 'attempts'], userIds: [actor.id] })
    announcer.tell({ keys: ['attempts', 'users'], adminsOnly: true })
  })
  return result
}
