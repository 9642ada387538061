import { uuidv7 } from 'uuidv7'
import { aQuestion, createTest } from '../factories.ts'
import type { Examples, World } from './world.ts'

const testBody = { title: 'An example', required_score: 80, questions: [aQuestion()] }
const gift = 'Who calls? {=You ~They}'

export const testsExamples = {
  'GET /tests': { input: () => ({ query: { search: 'a', kind: 'standalone' } }), audit: null },
  'POST /tests': { input: () => ({ body: testBody }), audit: 'test.created' },
  'GET /tests/:id': { input: onNewTest, audit: null },
  'PUT /tests/:id': {
    input: async (world) => ({ ...(await onNewTest(world)), body: testBody }),
    audit: 'test.updated',
  },
  'DELETE /tests/:id': { input: onNewTest, audit: 'test.archived' },
  'POST /tests/:id/restore': {
    input: async (world) => {
      const input = await onNewTest(world)
      await world.server.api.as(world.admin)('DELETE /tests/:id', input)
      return input
    },
    audit: 'test.restored',
  },
  'GET /questions': {
    input: async (world) => ({ query: { test_id: (await onNewTest(world)).params.id } }),
    audit: null,
  },
  'POST /questions': {
    input: async (world) => ({
      body: { ...aQuestion(), test_id: (await onNewTest(world)).params.id },
    }),
    audit: 'question.created',
  },
  'GET /questions/:id': { input: onNewQuestion, audit: null },
  'PUT /questions/:id': {
    input: async (world) => ({ ...(await onNewQuestion(world)), body: aQuestion('Changed?') }),
    audit: 'question.updated',
  },
  'DELETE /questions/:id': { input: onNewQuestion, audit: 'question.deleted' },
  'POST /questions/import': {
    input: () => ({ body: { format: 'gift', text: gift } }),
    audit: 'questions.read_from_file',
  },
  'GET /tests/:id/questions/export': {
    input: async (world) => ({ ...(await onNewTest(world)), query: { format: 'csv' } }),
    audit: 'questions.exported',
  },
} satisfies Partial<Examples>

async function onNewTest({ server, admin }: World) {
  const { id } = await createTest(server.api.as(admin), { title: `Example ${uuidv7()}` })
  return { params: { id } }
}

async function onNewQuestion({ server, admin }: World) {
  const test = await createTest(server.api.as(admin), { title: `Example ${uuidv7()}` })
  return { params: { id: test.questions[0]!.id } }
}
