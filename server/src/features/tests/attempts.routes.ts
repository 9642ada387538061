import { attemptEndpoints } from '@frontdesk/contract/attempts'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import {
  attemptFor,
  completeAttempt,
  findAttemptUnderWay,
  type Graded,
  findKnownTest,
  keepAnswer,
  startAttempt,
  submitAnswers,
} from './attempts.actions.ts'
import {
  findAttempt,
  listAttemptsOf,
  type StoredAttempt,
  type WhichTest,
} from './attempts.queries.ts'

/** Rows of a list of attempts where the caller asks for no number. */
const ATTEMPTS_LIMIT = 200

type Call = { db: Db; actor: SignedIn; origin: Origin }

const attemptItem = ({ id, title }: { id: string; title: string }) => ({
  type: 'attempt',
  id,
  title,
})

export function attemptRoutes(mount: Mount): void {
  mount(attemptEndpoints.getTrainingAttempt, async ({ db, actor, params }) =>
    // Under way: nothing is told of what is right.
    attemptFor(actor, await findAttemptUnderWay(db, actor, { trainingId: params.id }), false),
  )

  mount(attemptEndpoints.startTrainingAttempt, async (call) =>
    start(call, { trainingId: call.params.id }),
  )

  mount(attemptEndpoints.startTest, async (call) => start(call, { testId: call.params.id }))

  mount(attemptEndpoints.submitTraining, async (call) => {
    const { db, actor, params, body } = call
    const submitted = {
      trainingId: params.id,
      attemptId: body.attempt_id,
      answers: body.answers,
    }
    return tellOf(call, await submitAnswers(db, actor, submitted))
  })

  mount(attemptEndpoints.submitAnswer, async (call) => {
    const { db, actor, body } = call
    const answers = await keepAnswer(db, actor, {
      attemptId: body.attempt_id,
      questionId: body.question_id,
      option: body.answer,
    })
    await recordAudit(db, call, {
      action: 'attempt.answered',
      details: { attempt_id: body.attempt_id, question_id: body.question_id },
    })
    return { attempt_id: body.attempt_id, answers }
  })

  mount(attemptEndpoints.completeAttempt, async (call) =>
    tellOf(call, await completeAttempt(call.db, call.actor, call.params.id)),
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

async function start(call: Call, which: WhichTest) {
  const { db, actor } = call
  const { attempt, isNew } = await startAttempt(db, actor, which)
  if (isNew) {
    await recordAudit(db, call, {
      action: 'attempt.started',
      item: attemptItem(attempt),
      details: factsOf(attempt),
    })
    await publish(db, { keys: ['trainings', 'tests', 'attempts'], userIds: [actor.id] })
    await publish(db, { keys: ['attempts'], adminsOnly: true })
  }
  return attemptFor(actor, attempt, false)
}

/** Writes down and announces a grade that was given just now; answers with the result. */
async function tellOf(call: Call, { attempt, result, isNew }: Graded) {
  if (!isNew) return result
  const { db, actor } = call
  const { score, passed } = result
  await recordAudit(db, call, {
    action: 'attempt.graded',
    item: attemptItem(attempt),
    details: { ...factsOf(attempt), score, passed },
  })
  await publish(db, { keys: ['me', 'trainings', 'tests', 'attempts'], userIds: [actor.id] })
  await publish(db, { keys: ['attempts', 'users'], adminsOnly: true })
  return result
}

const factsOf = ({ test_id, training_id, attempt_number }: StoredAttempt) => ({
  test_id,
  training_id,
  attempt_number,
})
