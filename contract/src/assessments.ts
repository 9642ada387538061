import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, editing, id, line, paging, requiredLine, text, time } from './fields.ts'
import { drawList, questionList } from './question-body.ts'
import { Question } from './questions.ts'
import { shownSettings, testSettings } from './training-parts.ts'
import { Progress } from './trainings.ts'

/** Questions with a pass mark: stand-alone, or the quiz of one training. */
export const Test = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  training_id: id
    .nullable()
    .describe('Of the training whose quiz it is; null for a test by itself.'),
  ...shownSettings,
  questions_count: z.int(),
  ...editing,
  archived_at: time.nullable(),
})
export type Test = z.infer<typeof Test>

/** A test with where the caller stands. */
export const ListedTest = Test.extend({ progress: Progress })
export type ListedTest = z.infer<typeof ListedTest>

/** A test as saving answers it: all that was saved. */
export const SavedTest = Test.extend({ questions: z.array(Question) })
export type SavedTest = z.infer<typeof SavedTest>

const testBody = z.object({
  title: requiredLine(200, 'Please give the test a title'),
  description: text(2000).nullish(),
  ...testSettings,
  questions: questionList.optional().describe('Left out: unchanged.'),
  draws: drawList.optional().describe('From the question bank. Left out: unchanged.'),
})

export const testEndpoints = {
  listTests: endpoint({
    method: 'GET',
    path: '/tests',
    access: 'user',
    summary:
      'Tests by title: all for admins, for others those required of them or taken by them. Quizzes of trainings are among them.',
    query: z.object({
      ...paging,
      search: line(200).optional(),
      kind: z.enum(['standalone', 'training']).optional(),
      archived: z.enum(['true', 'false']).optional().describe('For admins: the archived ones.'),
    }),
    response: z.array(ListedTest),
  }),
  createTest: endpoint({
    method: 'POST',
    path: '/tests',
    access: 'admin',
    summary: 'Adds a test by itself, with its questions, or nothing.',
    body: testBody,
    response: SavedTest,
    status: 201,
  }),
  getTest: endpoint({
    method: 'GET',
    path: '/tests/:id',
    access: 'user',
    summary: 'One test; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: ListedTest,
  }),
  updateTest: endpoint({
    method: 'PUT',
    path: '/tests/:id',
    access: 'admin',
    summary:
      'Saves a test with its questions, or nothing; with `If-Match`, 409 `edit_conflict` when somebody else saved first. 409 `is_quiz` for the quiz of a training: save the training.',
    params: byId,
    body: testBody,
    response: SavedTest,
  }),
  archiveTest: endpoint({
    method: 'DELETE',
    path: '/tests/:id',
    access: 'admin',
    summary: 'Archives a test; its attempts and certificates stay.',
    params: byId,
  }),
  restoreTest: endpoint({
    method: 'POST',
    path: '/tests/:id/restore',
    access: 'admin',
    summary: 'Brings an archived test back.',
    params: byId,
    response: Test,
  }),
}
