import { z } from 'zod'
import { QUESTION_FORMATS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, text, time } from './fields.ts'
import { questionBody, questionOfTest, QuestionKind } from './question-body.ts'

/** What questions with one right option don't have: whoever knows of those only sees what they always saw. */
export const otherKinds = {
  kind: QuestionKind.optional().describe(
    'Left out: one right option. `ordering`: admins are sent the options in the right order, everybody else in another.',
  ),
  correctAnswers: z
    .array(z.int())
    .optional()
    .describe('Of `several`: zero-based places of the right options. For admins only.'),
  acceptedAnswers: z
    .array(z.string())
    .optional()
    .describe('Of `text`: each is right, in any case and spacing. For admins only.'),
}

/** One question of a test. */
export const Question = z.object({
  id,
  test_id: id,
  training_id: id.nullable().describe('Of the training whose quiz it belongs to.'),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z
    .int()
    .optional()
    .describe('Zero-based place of the right option. For admins only: nobody else is sent it.'),
  ...otherKinds,
  points: z.int(),
  feedback: z
    .string()
    .optional()
    .describe(
      'What whoever answers wrong is told, in Markdown. For admins only; left out: nothing.',
    ),
  bank_question_id: id
    .optional()
    .describe('What it is a copy of, in the bank. For admins only; left out: written here.'),
  order: z.int().describe('From 1, without gaps.'),
  created_at: time,
  updated_at: time,
})
export type Question = z.infer<typeof Question>

/** Reordering: all ids, in the new order. */
export const reorderBody = z.object({
  ids: z.array(id, { error: 'Please give the ids in their new order' }).max(1000),
})

export const QuestionFormat = z.enum(QUESTION_FORMATS, {
  error: `Questions are read and written as CSV, GIFT and Moodle XML (${QUESTION_FORMATS.join(', ')})`,
})
export type QuestionFormat = z.infer<typeof QuestionFormat>

/** What a file of questions holds, before anything is saved. */
export const QuestionImport = z.object({
  questions: z.array(
    z.object({
      place: z.int().describe('Line of the file, or number of the question in Moodle XML.'),
      question: z.string(),
      options: z.array(z.string()),
      correctAnswer: z.int(),
      ...otherKinds,
      points: z.int(),
      feedback: z.string().optional(),
    }),
  ),
  problems: z
    .array(z.object({ place: z.int(), message: z.string() }))
    .describe('What could not be taken, and why.'),
})
export type QuestionImport = z.infer<typeof QuestionImport>

export const questionEndpoints = {
  listQuestions: endpoint({
    method: 'GET',
    path: '/questions',
    access: 'user',
    summary: 'Questions by test and order; only admins are sent `correctAnswer`.',
    query: z.object({ ...paging, test_id: id.optional() }),
    response: z.array(Question),
  }),
  createQuestion: endpoint({
    method: 'POST',
    path: '/questions',
    access: 'admin',
    summary: 'Adds a question to a test.',
    body: questionOfTest,
    response: Question,
    status: 201,
  }),
  getQuestion: endpoint({
    method: 'GET',
    path: '/questions/:id',
    access: 'user',
    summary: 'One question; only admins are sent `correctAnswer`.',
    params: byId,
    response: Question,
  }),
  updateQuestion: endpoint({
    method: 'PUT',
    path: '/questions/:id',
    access: 'admin',
    summary: 'Saves a question; attempts that were started before keep the old one.',
    params: byId,
    body: questionBody,
    response: Question,
  }),
  deleteQuestion: endpoint({
    method: 'DELETE',
    path: '/questions/:id',
    access: 'admin',
    summary: 'Removes a question; attempts that were started before keep it.',
    params: byId,
  }),
  readQuestions: endpoint({
    method: 'POST',
    path: '/questions/import',
    access: 'admin',
    summary:
      'Reads a file of questions and says what is wrong in it. Saves nothing: what is read goes into the form.',
    body: z.object({
      format: QuestionFormat,
      text: text(900_000).min(1, 'This file is empty'),
      kinds: z
        .boolean()
        .optional()
        .describe('Whether other kinds of questions are taken too, each with its `kind`.'),
    }),
    response: QuestionImport,
  }),
  exportQuestions: endpoint({
    method: 'GET',
    path: '/tests/:id/questions/export',
    access: 'admin',
    summary:
      'The questions of a test as a file, with their answers: CSV, or GIFT or Moodle XML as plain text. `X-Left-Out` counts what the format has no form for, `X-Draws` the draws from the bank, which are in no file.',
    params: byId,
    query: z.object({ format: QuestionFormat.default('csv') }),
    produces: 'text/csv',
  }),
}
