import { z } from 'zod'
import { TRAINING_LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, editing, id, line, paging } from './fields.ts'
import { bankQuestionBody, questionBody, QuestionKind, topicName } from './question-body.ts'
import { otherKinds, QuestionFormat } from './questions.ts'

/** A question that stands outside of any quiz. */
export const BankQuestion = z.object({
  id,
  topic_id: id,
  topic: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.int().describe('Zero-based place of the right option.'),
  ...otherKinds,
  points: z.int(),
  feedback: z
    .string()
    .optional()
    .describe('What whoever answers wrong is told, in Markdown; left out: nothing.'),
  copies: z.int().describe('Of it, in quizzes.'),
  ...editing,
})
export type BankQuestion = z.infer<typeof BankQuestion>

/** What questions of the bank are about, and are drawn by. */
export const Topic = z.object({
  id,
  name: z.string(),
  questions: z.int().describe('Their number.'),
  quizzes: z.int().describe('That draw from it.'),
})
export type Topic = z.infer<typeof Topic>

/** So many questions of a topic, others in each attempt. */
export const Draw = z.object({
  topic: z.string(),
  questions: z.int().describe('How many are asked, where the bank has so many.'),
  available: z
    .int()
    .describe(
      'How many the bank has for this quiz: those of which it holds a copy are not drawn again.',
    ),
})
export type Draw = z.infer<typeof Draw>

const filter = {
  search: line(200).optional().describe('In question, feedback and topic.'),
  topic_id: id.optional(),
  kind: QuestionKind.optional(),
}

export const questionBankEndpoints = {
  listBankQuestions: endpoint({
    method: 'GET',
    path: '/question-bank',
    access: 'admin',
    summary: 'Questions of the bank by topic, with their answers.',
    query: z.object({ ...paging, ...filter }),
    response: z.array(BankQuestion),
  }),
  listTopics: endpoint({
    method: 'GET',
    path: '/question-bank/topics',
    access: 'admin',
    summary: 'Topics by name, those with questions or draws.',
    response: z.array(Topic),
  }),
  renameTopic: endpoint({
    method: 'PUT',
    path: '/question-bank/topics/:id',
    access: 'admin',
    summary: 'Gives a topic another name, for its questions and the draws from it; 409 `taken`.',
    params: byId,
    body: z.object({ name: topicName }),
    response: Topic,
  }),
  addBankQuestions: endpoint({
    method: 'POST',
    path: '/question-bank',
    access: 'admin',
    summary: 'Adds questions on a topic, or nothing. A topic that is new comes to be.',
    body: z.object({
      topic: topicName,
      questions: z
        .array(questionBody, { error: 'Please give the questions as a list' })
        .min(1, 'Please give at least one question')
        .max(
          TRAINING_LIMITS.questions,
          `Please add at most ${TRAINING_LIMITS.questions} questions at once`,
        ),
    }),
    response: z.array(BankQuestion),
    status: 201,
  }),
  exportBankQuestions: endpoint({
    method: 'GET',
    path: '/question-bank/export',
    access: 'admin',
    summary:
      'Questions of the bank as a file, with their answers: CSV, or GIFT or Moodle XML as plain text. `X-Left-Out` counts what the format has no form for.',
    query: z.object({ ...filter, format: QuestionFormat.default('csv') }),
    produces: 'text/csv',
  }),
  getBankQuestion: endpoint({
    method: 'GET',
    path: '/question-bank/:id',
    access: 'admin',
    summary: 'One question of the bank; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: BankQuestion,
  }),
  updateBankQuestion: endpoint({
    method: 'PUT',
    path: '/question-bank/:id',
    access: 'admin',
    summary:
      'Saves a question of the bank; copies and attempts stay what they were. 409 `edit_conflict`, and `last_of_topic` where a quiz draws from the topic that it would leave empty.',
    params: byId,
    body: bankQuestionBody,
    response: BankQuestion,
  }),
  deleteBankQuestion: endpoint({
    method: 'DELETE',
    path: '/question-bank/:id',
    access: 'admin',
    summary:
      'Removes a question from the bank; copies and attempts stay. 409 `last_of_topic` where a quiz draws from the topic that it would leave empty.',
    params: byId,
  }),
  restoreBankQuestion: endpoint({
    method: 'POST',
    path: '/question-bank/:id/restore',
    access: 'admin',
    summary: 'Brings a removed question back.',
    params: byId,
    response: BankQuestion,
  }),
  listDraws: endpoint({
    method: 'GET',
    path: '/tests/:id/draws',
    access: 'admin',
    summary: 'What a test draws from the bank, and whether the bank still has so many.',
    params: byId,
    response: z.array(Draw),
  }),
}
