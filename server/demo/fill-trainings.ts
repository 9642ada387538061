import type { Input } from '@frontdesk/contract/endpoint'
import { questionBody } from '@frontdesk/contract/question-body'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { replaceDraws } from '../src/features/assessments/draws.queries.ts'
import { insertBankQuestions, topicOf } from '../src/features/assessments/question-bank.queries.ts'
import { rowFrom } from '../src/features/assessments/question-rows.ts'
import { replaceQuestions } from '../src/features/assessments/questions.queries.ts'
import { replaceLinks } from '../src/features/trainings/trainings.links.queries.ts'
import { replaceSections } from '../src/features/trainings/trainings.sections.queries.ts'
import type { FilledPerson } from './fill-people.ts'
import type { LinkPolicies } from './policy-links.ts'
import { daysAgo } from './time.ts'
import { demoTrainings } from './trainings.ts'
import type { DemoQuestion, DemoTraining } from './trainings/demo-training.ts'
import { demoBank } from './trainings/question-bank.ts'

export interface FilledTraining extends DemoTraining {
  id: string
  testId: string
}

/** Where the items that a training names have their ids. */
export interface Linkable {
  policies: { title: string; id: string }[]
  processes: { title: string; id: string }[]
  linkPolicies: LinkPolicies
}

/** Adds the question bank, and every training with its quiz, its links, and of whom it is required. */
export async function fillTrainings(
  db: Db,
  people: FilledPerson[],
  linkable: Linkable,
): Promise<FilledTraining[]> {
  const topicIds = await fillQuestionBank(db, people, linkable.linkPolicies)
  const trainings = demoTrainings.map((one) => ({ ...one, id: uuidv7(), testId: uuidv7() }))
  for (const training of trainings) {
    const author = people.find((person) => person.email === training.author)!.id
    await insertTraining(db, training, author)
    await replaceSections(
      db,
      training.id,
      training.sections.map((section, index) => ({
        ...section,
        content: linkable.linkPolicies(section.content),
        captions: null,
        id: uuidv7(),
        order_number: index + 1,
      })),
    )
    await replaceQuestions(db, training.testId, training.questions.map(questionRow))
    const draws = (training.draws ?? []).map(({ topic, questions }) => ({
      topic_id: topicIds.get(topic)!,
      questions,
    }))
    await replaceDraws(db, training.testId, draws)
    await replaceLinks(db, training.id, {
      policy: idsOf(linkable.policies, training.policies),
      process: idsOf(linkable.processes, training.processes),
      document: [],
    })
    await requireOfPeople(db, training, author)
  }
  return trainings
}

/** Adds what stands outside of any quiz. Returns the ids of its topics. */
async function fillQuestionBank(
  db: Db,
  people: FilledPerson[],
  linkPolicies: LinkPolicies,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { topic, author, writtenDaysAgo, questions } of demoBank) {
    const topicId = await topicOf(db, topic)
    const userId = people.find((person) => person.email === author)!.id
    const rows = questions.map((question, index) => {
      const body = demoQuestionBody(question, index)
      const {
        order_number: _place,
        bank_question_id: _origin,
        ...row
      } = rowFrom(
        uuidv7(),
        questionBody.parse({ ...body, feedback: linkPolicies(question.feedback ?? '') }),
      )
      return row
    })
    await insertBankQuestions(db, rows, { topicId, userId })
    const writtenAt = daysAgo(writtenDaysAgo)
    await db
      .updateTable('bank_questions')
      .set({ created_at: writtenAt, updated_at: writtenAt })
      .where('topic_id', '=', topicId)
      .execute()
    ids.set(topic, topicId)
  }
  return ids
}

const idsOf = (items: { title: string; id: string }[], titles: string[] = []) =>
  items.filter(({ title }) => titles.includes(title)).map(({ id }) => id)

async function insertTraining(db: Db, training: FilledTraining, author: string): Promise<void> {
  const writtenAt = daysAgo(training.writtenDaysAgo)
  const stamps = {
    created_by: author,
    last_updated_by: author,
    created_at: writtenAt,
    updated_at: writtenAt,
  }
  await db
    .insertInto('trainings')
    .values({
      id: training.id,
      title: training.title,
      description: training.description,
      duration: training.duration,
      category_id: training.category,
      due_days: training.dueDays,
      ...stamps,
    })
    .execute()
  await db
    .insertInto('tests')
    .values({
      id: training.testId,
      title: training.title,
      training_id: training.id,
      required_score: training.requiredScore,
      max_attempts: training.maxAttempts,
      retake_threshold: training.retakeThreshold ?? null,
      shuffle: training.shuffle ?? false,
      show_answers: training.showAnswers ?? false,
      ...stamps,
    })
    .execute()
}

const questionRow = (question: DemoQuestion, index: number) => ({
  ...rowFrom(uuidv7(), questionBody.parse(demoQuestionBody(question, index))),
  order_number: index + 1,
})

/** As the form would send it. The right option is written first; here it moves on by one place with each question. */
export function demoQuestionBody(written: DemoQuestion, index: number): Input<typeof questionBody> {
  const { question, points = 1 } = written
  const both = { question, points, correctAnswer: 0, options: null }
  if ('options' in written) {
    const [right, ...wrong] = written.options
    const place = index % written.options.length
    const options = [...wrong.slice(0, place), right, ...wrong.slice(place)]
    return { ...both, options, correctAnswer: place }
  }
  if ('right' in written) {
    const { right, wrong } = written
    const correctAnswers = right.map((_, at) => wrong.length + at)
    return { ...both, kind: 'several', options: [...wrong, ...right], correctAnswers }
  }
  if ('isTrue' in written) {
    return { ...both, kind: 'true_false', correctAnswer: written.isTrue ? 0 : 1 }
  }
  if ('inOrder' in written) return { ...both, kind: 'ordering', options: written.inOrder }
  return { ...both, kind: 'text', acceptedAnswers: written.accepted }
}

async function requireOfPeople(
  db: Db,
  { testId, requiredOf, writtenDaysAgo }: FilledTraining,
  author: string,
): Promise<void> {
  if (!requiredOf) return
  const audiences = [
    ...(requiredOf.everyone ? [{ role: null, everyone: true }] : []),
    ...(requiredOf.roles ?? []).map((role) => ({ role, everyone: false })),
  ]
  await db
    .insertInto('requirements')
    .values(
      audiences.map((audience) => ({
        ...audience,
        id: uuidv7(),
        test_id: testId,
        user_id: null,
        due_at: null,
        created_by: author,
        created_at: daysAgo(Math.min(writtenDaysAgo, 20)),
      })),
    )
    .execute()
}
