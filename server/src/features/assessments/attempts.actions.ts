import type {
  Answer,
  AttemptDetail,
  AttemptResult,
  AttemptToTake,
  RightAnswers,
} from '@frontdesk/contract/attempts'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { hasNoAttemptsLeft, isRetakeDue } from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import { itemFacts } from '../../db/item-facts.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { type AppError, conflict, notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import {
  type Completion,
  findCodeOfAttempt,
  insertCertificate,
} from '../certificates/certificates.queries.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import {
  findAttempt,
  findLastAttempt,
  findOpenAttempt,
  findTest,
  holdTest,
  insertAttempt,
  lockOpenAttempt,
  lockStanding,
  type OpenAttempt,
  type StoredAttempt,
  type TestToTake,
  updateAnswers,
  updateGrade,
  type WhichTest,
} from './attempts.queries.ts'
import { listAskedQuestions } from './draws.actions.ts'
import { feedbackOn, freezeQuestions, showQuestions } from './frozen-questions.ts'
import {
  type Answers,
  answersFault,
  answersTo,
  grade,
  isPass,
  rightAnswers,
  sameAnswers,
} from './grading.ts'
import { findMaxAttempts, findOneProgress } from './progress.queries.ts'

/** Whoever answers, and the transaction of their call. */
interface Call {
  db: Db
  actor: SignedIn
  origin: Origin
}

const noSuchTest = (which: WhichTest) =>
  notFound('trainingId' in which ? 'Training not found' : 'Test not found')

const nounOf = (item: { training_id: string | null }) => (item.training_id ? 'training' : 'test')

/** A test that is there, archived or not. @throws AppError 404 */
export async function findKnownTest(db: Db, which: WhichTest): Promise<TestToTake> {
  const test = await findTest(db, which)
  if (!test) throw noSuchTest(which)
  return test
}

/**
 * The attempt under way as it may be shown; where there is none, the one to come, without id or start:
 * nothing is written. Its options stand as written, as do those of an attempt that a submit opens.
 * @throws AppError 404, 422 `no_attempts_left`
 */
export async function findAttemptToTake(
  db: Db,
  actor: SignedIn,
  which: WhichTest,
): Promise<AttemptToTake> {
  const test = await findKnownTest(db, which)
  if (test.archived_at) throw noSuchTest(which)
  const open = await findOpenAttempt(db, actor.id, test.id)
  if (open) return attemptFor(actor, open, false)
  const progress = (await findOneProgress(db, actor.id, test.id))!
  refuseWithoutAttempts(progress)
  const asked = await listAskedQuestions(db, actor.id, test.id, progress)
  return {
    id: null,
    test_id: test.id,
    training_id: test.training_id,
    user_id: actor.id,
    title: test.title,
    attempt_number: progress.attempts + 1,
    required_score: test.required_score,
    score: null,
    passed: false,
    started_at: null,
    completed_at: null,
    questions: showQuestions(freezeQuestions(asked, false)),
    answers: {},
    wrong: null,
    correct: null,
  }
}

/**
 * Gets the attempt under way, or starts one with the questions as they are now.
 * @throws AppError 404, 422 `no_attempts_left` or `no_questions`
 */
export async function startAttempt(
  db: Db,
  actor: SignedIn,
  which: WhichTest,
): Promise<{ attempt: StoredAttempt; isNew: boolean }> {
  const test = await holdTest(db, which)
  if (!test || test.archived_at) throw noSuchTest(which)
  await lockStanding(db, actor.id, test.id)
  const open = await findOpenAttempt(db, actor.id, test.id)
  if (open) return { attempt: open, isNew: false }
  const id = await openAttempt(db, actor, test)
  return { attempt: (await findAttempt(db, id))!, isNew: true }
}

/**
 * Opens an attempt for somebody who has none under way, their standing held. Returns its id.
 * @throws AppError 422 `no_attempts_left` or `no_questions`
 */
async function openAttempt(
  db: Db,
  actor: SignedIn,
  test: Omit<TestToTake, 'archived_at'>,
): Promise<string> {
  const progress = (await findOneProgress(db, actor.id, test.id))!
  if (progress.questions === 0) {
    throw unprocessable('no_questions', `There is no quiz in this ${nounOf(test)}`)
  }
  refuseWithoutAttempts(progress)
  const asked = await listAskedQuestions(db, actor.id, test.id, progress)
  const questions = freezeQuestions(asked, test.shuffle)
  return insertAttempt(db, { test, userId: actor.id, questions })
}

function refuseWithoutAttempts(progress: Progress): void {
  if (!hasNoAttemptsLeft(progress)) return
  throw unprocessable(
    'no_attempts_left',
    `You have used ${allOf(progress.maxAttempts)}. An admin can give you another one`,
  )
}

const allOf = (attempts: number) => (attempts === 1 ? 'your attempt' : `all ${attempts} attempts`)

/**
 * Keeps one answer of an attempt under way; the latest counts. Returns all answers.
 * @throws AppError 404, 409 where the attempt is graded or the test archived, 422
 */
export async function keepAnswer(
  db: Db,
  actor: SignedIn,
  given: { attemptId: string; questionId: string; answer: Answer },
): Promise<Answers> {
  const open = await lockOpenAttempt(db, { id: given.attemptId }, actor.id)
  if (!open) throw await whyNotOpen(db, actor, given.attemptId)
  refuseArchived(open)
  const asked = open.questions.filter(({ id }) => id === given.questionId)
  const one = answersTo(asked, { [given.questionId]: given.answer })
  const fault = answersFault(asked, one)
  if (fault) throw unprocessable(fault.code, fault.sentence)
  const answers = { ...open.answers, ...one }
  await updateAnswers(db, open.id, answers)
  return answers
}

async function whyNotOpen(db: Db, actor: SignedIn, attemptId: string): Promise<AppError> {
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.user_id !== actor.id) return notFound('Attempt not found')
  return conflict('already_submitted', 'This attempt was already graded; its answers stay')
}

function refuseArchived(open: { archived: boolean; training_id: string | null }): void {
  if (!open.archived) return
  const noun = nounOf(open)
  throw conflict('archived', `This ${noun} was archived since you started. Nothing was graded`)
}

/** What the audit trail calls an attempt. */
export const attemptItem = ({ id, title }: StoredAttempt) => ({ type: 'attempt', id, title })

/** What the audit trail says of an attempt, whatever became of it. */
export const attemptFacts = ({ test_id, training_id, attempt_number }: StoredAttempt) => ({
  test_id,
  training_id,
  attempt_number,
})

/** What a graded attempt tells whoever took it. */
export interface Graded {
  result: AttemptResult
  /** Graded by this very call, and not by one before it. */
  isNew: boolean
}

/**
 * Grades the attempt under way by these answers: once, whoever submits how often. Where none is under
 * way the same answers as before get the grade that they got, and others are the next attempt.
 * @throws AppError 404, 409 `already_submitted` (of the attempt that is named) or `archived`, 422
 */
export async function submitAnswers(
  call: Call,
  submitted: { trainingId: string; attemptId?: string; answers: Answers },
): Promise<Graded> {
  const { db, actor } = call
  const { trainingId, attemptId, answers } = submitted
  const open = await lockOpenAttempt(db, { trainingId, id: attemptId }, actor.id)
  if (open) return gradeAttempt(call, open, answers)
  if (!attemptId) return submitUnstarted(call, trainingId, answers)
  const test = await findKnownTest(db, { trainingId })
  const before = await findAttempt(db, attemptId)
  if (before?.user_id !== actor.id || before.test_id !== test.id) {
    throw notFound('Attempt not found')
  }
  if (!areSame(before, answers)) {
    throw conflict(
      'already_submitted',
      'Your answers were already graded and stay as they are. Retake the quiz to answer anew',
    )
  }
  return gradedBefore(db, actor, before, test.show_answers)
}

/** A client need not know of attempts: its submit opens the one that it is for. */
async function submitUnstarted(call: Call, trainingId: string, answers: Answers): Promise<Graded> {
  const { db, actor } = call
  const test = await holdTest(db, { trainingId })
  if (!test) throw noSuchTest({ trainingId })
  await lockStanding(db, actor.id, test.id)
  // Whoever was faster may have begun one meanwhile.
  const begun = await lockOpenAttempt(db, { trainingId }, actor.id)
  if (begun) return gradeAttempt(call, begun, answers)
  const before = await findLastAttempt(db, actor.id, test.id)
  if (before && areSame(before, answers)) {
    const { required } = (await findOneProgress(db, actor.id, test.id))!
    if (!isLapsed(before, { ...test, required })) {
      return gradedBefore(db, actor, before, test.show_answers)
    }
  }
  if (test.archived_at) throw noSuchTest({ trainingId })
  // The answers name the options as the questions' list has them.
  await openAttempt(db, actor, { ...test, shuffle: false })
  const open = (await lockOpenAttempt(db, { trainingId }, actor.id))!
  await recordAudit(db, call, {
    action: 'attempt.started',
    item: attemptItem(open),
    details: attemptFacts(open),
  })
  return gradeAttempt(call, open, answers)
}

/** A pass that has to be renewed is renewed by the same right answers, and so is no repetition. */
const isLapsed = (
  before: StoredAttempt,
  { retake_threshold: retakeThreshold, required }: TestToTake & { required: boolean },
) =>
  before.passed && isRetakeDue({ lastAttemptDate: before.completed_at, retakeThreshold, required })

/**
 * Grades an attempt by the answers kept in it; one that is graded already stays as it is.
 * @throws AppError 404, 409 `archived`, 422 `unanswered`
 */
export async function completeAttempt(call: Call, id: string): Promise<Graded> {
  const { db, actor } = call
  const open = await lockOpenAttempt(db, { id }, actor.id)
  if (open) return gradeAttempt(call, open, open.answers)
  const before = await findAttempt(db, id)
  if (before?.user_id !== actor.id) throw notFound('Attempt not found')
  const test = await findKnownTest(db, { testId: before.test_id })
  return gradedBefore(db, actor, before, test.show_answers)
}

async function gradeAttempt(call: Call, open: OpenAttempt, given: Answers): Promise<Graded> {
  const { db, actor } = call
  refuseArchived(open)
  const answers = answersTo(open.questions, given)
  const fault = answersFault(open.questions, answers)
  if (fault) throw unprocessable(fault.code, fault.sentence)
  const { score, wrong } = grade(open.questions, answers)
  const passed = isPass(score, open.required_score)
  const attempt = { ...open, answers, score, passed, completed_at: open.held_at }
  const [code] = await Promise.all([
    passed ? insertCertificate(db, completionOf(actor, attempt)) : null,
    updateGrade(db, attempt, wrong),
    passed ? tellOfPass(db, attempt) : null,
    recordAudit(db, call, {
      action: 'attempt.graded',
      item: attemptItem(attempt),
      details: { ...attemptFacts(attempt), score, passed },
    }),
  ])
  const result = resultOf(actor, attempt, {
    code,
    showAnswers: open.show_answers,
    maxAttempts: open.max_attempts,
  })
  return { result, isNew: true }
}

/** Quietly: a whole class may hand in at once, and their commits must not wait for each other. */
const tellOfPass = async (db: Db, attempt: StoredAttempt) =>
  insertNotifications(
    db,
    [
      {
        user_id: attempt.user_id,
        kind: 'result',
        source: `attempt:${attempt.id}`,
        facts: {
          about: 'completed',
          ...itemFacts(nounOf(attempt), attempt.training_id ?? attempt.test_id),
          title: attempt.title,
          score: attempt.score,
        },
      },
    ],
    { quiet: true },
  )

const completionOf = (actor: SignedIn, attempt: StoredAttempt): Completion => ({
  userId: actor.id,
  testId: attempt.test_id,
  attemptId: attempt.id,
  personName: actor.name,
  title: attempt.title,
  score: attempt.score,
  completedAt: attempt.completed_at!,
})

async function gradedBefore(
  db: Db,
  actor: SignedIn,
  attempt: StoredAttempt,
  showAnswers: boolean,
): Promise<Graded> {
  const code = (await findCodeOfAttempt(db, attempt.id)) ?? null
  const maxAttempts = await findMaxAttempts(db, actor.id, attempt.test_id)
  const result = resultOf(actor, attempt, { code, showAnswers, maxAttempts })
  return { result, isNew: false }
}

function resultOf(
  actor: SignedIn,
  attempt: StoredAttempt,
  known: { code: string | null; showAnswers: boolean; maxAttempts: number },
): AttemptResult {
  const { wrong } = grade(attempt.questions, attempt.answers)
  return {
    score: attempt.score!,
    passed: attempt.passed,
    attempt_id: attempt.id,
    // Graded one after the other: the last one's number is how many there are.
    attempts: attempt.attempt_number,
    max_attempts: known.maxAttempts,
    wrong,
    correct: correctFor(actor, attempt, known.showAnswers),
    ...feedbackOn(attempt.questions, wrong),
    certificate_code: known.code,
  }
}

/** An attempt as it may be shown to `actor`: what was right only to whom and when it may be known. */
export function attemptFor(
  actor: SignedIn,
  attempt: StoredAttempt,
  showAnswers: boolean,
): AttemptDetail {
  const { questions, ...rest } = attempt
  const wrong = attempt.completed_at === null ? null : grade(questions, attempt.answers).wrong
  return {
    ...rest,
    questions: showQuestions(questions),
    wrong,
    correct: correctFor(actor, attempt, showAnswers),
    ...feedbackOn(questions, wrong ?? []),
  }
}

function correctFor(
  actor: SignedIn,
  { questions, passed, completed_at: completedAt }: StoredAttempt,
  showAnswers: boolean,
): RightAnswers | null {
  if (completedAt === null) return null
  if (!canOpenAdmin(actor) && !(passed && showAnswers)) return null
  return rightAnswers(questions)
}

/** Whether these are the answers that an attempt was graded by. */
const areSame = ({ questions, answers }: StoredAttempt, given: Answers) =>
  sameAnswers(answers, answersTo(questions, given))
