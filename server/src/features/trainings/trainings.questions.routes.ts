import { trainingEndpoints } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { listQuestionsToTake } from '../assessments/draws.actions.ts'
import {
  addQuestion,
  changeQuestion,
  removeQuestion,
  reorderQuestions,
} from '../assessments/questions.actions.ts'
import { listQuestionsOf } from '../assessments/questions.queries.ts'
import { itemOfQuestion, readerFor, visibilityFor } from '../assessments/assessments.actions.ts'
import type { Visibility } from './trainings.queries.ts'
import { noSuchTraining } from './no-such-training.ts'
import { findTraining } from './trainings.queries.ts'

async function quizOf(db: Db, visibility: Visibility, trainingId: string) {
  const training = await findTraining(db, visibility, trainingId)
  if (!training) throw noSuchTraining()
  return { testId: training.test_id, title: training.title }
}

/** The questions of a training's quiz; `/questions` is another door to them. */
export function trainingQuestionRoutes(mount: Mount): void {
  mount(trainingEndpoints.listTrainingQuestions, async ({ db, actor, params }) => {
    const { testId } = await quizOf(db, visibilityFor(actor), params.id)
    if (readerFor(actor) === 'admin') return listQuestionsOf(db, 'admin', testId)
    return listQuestionsToTake(db, actor.id, testId)
  })

  mount(trainingEndpoints.createTrainingQuestion, async (call) => {
    const { db, actor, params, body } = call
    const { testId } = await quizOf(db, 'active', params.id)
    const question = await addQuestion(db, actor, testId, body)
    await recordAudit(db, call, { action: 'question.created', item: itemOfQuestion(question) })
    await publish(db, { keys: ['tests', 'trainings'] })
    return question
  })

  mount(trainingEndpoints.updateTrainingQuestion, async (call) => {
    const { db, actor, params, body } = call
    const { testId } = await quizOf(db, 'active', params.id)
    const question = await changeQuestion(db, actor, { testId, id: params.question_id }, body)
    await recordAudit(db, call, { action: 'question.updated', item: itemOfQuestion(question) })
    await publish(db, { keys: ['tests', 'trainings'] })
    return question
  })

  mount(trainingEndpoints.deleteTrainingQuestion, async (call) => {
    const { db, actor, params } = call
    const { testId } = await quizOf(db, 'active', params.id)
    const question = await removeQuestion(db, actor, { testId, id: params.question_id })
    await recordAudit(db, call, { action: 'question.deleted', item: itemOfQuestion(question) })
    await publish(db, { keys: ['tests', 'trainings'] })
  })

  mount(trainingEndpoints.reorderTrainingQuestions, async (call) => {
    const { db, actor, params, body } = call
    const { testId, title } = await quizOf(db, 'active', params.id)
    const questions = await reorderQuestions(db, actor, testId, body.ids)
    await recordAudit(db, call, {
      action: 'training.questions_reordered',
      item: { type: 'training', id: params.id, title },
    })
    await publish(db, { keys: ['tests', 'trainings'] })
    return questions
  })
}
