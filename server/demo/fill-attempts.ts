import type { Answer } from '@frontdesk/contract/attempts'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { insertCertificate } from '../src/features/certificates/certificates.queries.ts'
import { listWrittenQuestions } from '../src/features/assessments/attempts.queries.ts'
import { listAskedQuestions } from '../src/features/assessments/draws.actions.ts'
import {
  type FrozenQuestion,
  freezeQuestions,
  type WrittenQuestion,
} from '../src/features/assessments/frozen-questions.ts'
import { type Answers, grade, isPass } from '../src/features/assessments/grading.ts'
import type { FilledPerson } from './fill-people.ts'
import type { FilledTraining } from './fill-trainings.ts'
import { chance } from './chance.ts'
import { daysAgo } from './time.ts'

const HALF_A_YEAR = 180

/** Half a year of attempts at the trainings, with certificates and a few that are under way. */
export async function fillAttempts(
  db: Db,
  people: FilledPerson[],
  trainings: FilledTraining[],
): Promise<void> {
  const takers = people.filter(({ status }) => status === 'active')
  for (const training of trainings) {
    const questions = await listWrittenQuestions(db, training.testId)
    const sections = await listSectionIds(db, training.id)
    for (const person of takers) {
      await takeTraining(db, { person, training, questions, sections })
    }
  }
}

interface Taking {
  person: FilledPerson
  training: FilledTraining
  questions: WrittenQuestion[]
  sections: string[]
}

/** Most pass, some only at the second try, a few have only begun or not even that. */
async function takeTraining(db: Db, taking: Taking): Promise<void> {
  const { person, training, sections } = taking
  const luck = chance(`${training.title} ${person.email}`)
  const since = Math.min(training.writtenDaysAgo, person.joinedDaysAgo, HALF_A_YEAR)
  const firstDay = Math.floor(1 + (since - 2) * (1 - luck * luck))
  if (luck > 0.9 || since < 3) return
  const hasBegunOnly = luck > 0.8
  await seeSections(db, taking, hasBegunOnly ? sections.slice(0, -1) : sections, firstDay)
  if (hasBegunOnly) return
  // Those who know their trade: about two thirds pass at the first try.
  const skill = 0.68 + 0.32 * chance(person.email)
  const tries = training.maxAttempts === 0 ? 3 : Math.min(training.maxAttempts, 3)
  for (let number = 1; number <= tries; number += 1) {
    const day = firstDay - (number - 1) * 2
    if (day < 1) return
    const isUnderWay = number === 1 && luck > 0.76
    const passed = await insertPastAttempt(db, taking, {
      number,
      day: isUnderWay ? Math.min(day, 2) : day,
      skill: Math.min(1, skill + (number - 1) * 0.15),
      isUnderWay,
    })
    if (passed || isUnderWay) return
  }
}

interface PastTry {
  number: number
  day: number
  /** How likely each answer is right. */
  skill: number
  isUnderWay: boolean
}

async function insertPastAttempt(
  db: Db,
  { person, training, questions: own }: Taking,
  { number, day, skill, isUnderWay }: PastTry,
): Promise<boolean> {
  const questions = training.draws
    ? await listAskedQuestions(db, person.id, training.testId, { attempts: number - 1 })
    : own
  const seed = `${training.title} ${person.email} ${number}`
  const frozen = freezeQuestions(questions, training.shuffle ?? false)
  const answers = isUnderWay ? {} : answersOf(frozen, seed, skill)
  const { score, wrong } = grade(frozen, answers)
  const passed = !isUnderWay && isPass(score, training.requiredScore)
  const hour = 12 + chance(seed) * 8
  const completedAt = daysAgo(day, hour + 0.25)
  const id = uuidv7()
  await db
    .insertInto('test_attempts')
    .values({
      id,
      test_id: training.testId,
      user_id: person.id,
      attempt_number: number,
      test_title: training.title,
      required_score: training.requiredScore,
      questions: JSON.stringify(frozen),
      answers: JSON.stringify(answers),
      started_at: daysAgo(day, hour),
      ...(!isUnderWay && { score, passed, wrong, completed_at: completedAt }),
    })
    .execute()
  if (passed) await certify(db, { person, training, attemptId: id, score, completedAt })
  return passed
}

function answersOf(frozen: FrozenQuestion[], seed: string, skill: number): Answers {
  return Object.fromEntries(
    frozen.map((question, index) => {
      // Later questions are the harder ones.
      const isRight = chance(`${seed} ${index}`) < skill - (0.2 * index) / frozen.length
      const luck = chance(`${seed} ${index} other`)
      return [question.id, isRight ? rightAnswer(question) : wrongAnswer(question, luck)]
    }),
  )
}

const rightAnswer = ({ kind, key, correctAnswer }: FrozenQuestion): Answer =>
  kind === 'text' ? String(key![0]) : ((key as number[] | undefined) ?? correctAnswer)

function wrongAnswer({ kind, key, correctAnswer, options }: FrozenQuestion, luck: number): Answer {
  if (kind === 'text') return luck < 0.5 ? 'Thirty' : 'I would ask Tobias'
  const places = (key as number[] | undefined) ?? []
  // One right option is overlooked; the last two steps are taken for each other.
  if (kind === 'several') return places.slice(1)
  if (kind === 'ordering') return [...places.slice(0, -2), ...places.slice(-2).toReversed()]
  const other = 1 + Math.floor(luck * (options.length - 1))
  return (correctAnswer + other) % options.length
}

async function certify(
  db: Db,
  {
    person,
    training,
    attemptId,
    score,
    completedAt,
  }: {
    person: FilledPerson
    training: FilledTraining
    attemptId: string
    score: number
    completedAt: string
  },
): Promise<void> {
  await insertCertificate(db, {
    userId: person.id,
    testId: training.testId,
    attemptId,
    personName: `${person.first_name} ${person.last_name}`,
    title: training.title,
    score,
    completedAt,
  })
}

async function seeSections(
  db: Db,
  { person, training }: Taking,
  sections: string[],
  day: number,
): Promise<void> {
  if (sections.length === 0) return
  await db
    .insertInto('training_progress')
    .values(
      sections.map((section_id, index) => ({
        user_id: person.id,
        section_id,
        training_id: training.id,
        completed_at: daysAgo(day, 11 + index / 6),
      })),
    )
    .execute()
}

async function listSectionIds(db: Db, trainingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('training_sections')
    .select('id')
    .where('training_id', '=', trainingId)
    .orderBy('order_number')
    .execute()
  return rows.map(({ id }) => id)
}
