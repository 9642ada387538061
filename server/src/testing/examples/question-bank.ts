import { uuidv7 } from 'uuidv7'
import { aQuestion, createTest } from '../factories.ts'
import type { Examples, World } from './world.ts'

export const questionBankExamples = {
  'GET /question-bank': {
    input: () => ({ query: { search: 'call', kind: 'single' } }),
    audit: null,
  },
  'GET /question-bank/topics': { input: () => ({}), audit: null },
  'PUT /question-bank/topics/:id': {
    input: async (world) => ({
      params: { id: (await addOne(world)).topic_id },
      body: { name: `Renamed ${uuidv7()}` },
    }),
    audit: 'question_topic.renamed',
  },
  'POST /question-bank': {
    input: () => ({ body: { topic: 'An example', questions: [aQuestion()] } }),
    audit: 'bank_question.created',
  },
  'GET /question-bank/export': {
    input: () => ({ query: { format: 'csv' } }),
    audit: 'question_bank.exported',
  },
  'GET /question-bank/:id': { input: onOne, audit: null },
  'PUT /question-bank/:id': {
    input: async (world) => ({
      ...(await onOne(world)),
      body: { topic: 'Another example', ...aQuestion('Changed?') },
    }),
    audit: 'bank_question.updated',
  },
  'DELETE /question-bank/:id': { input: onOne, audit: 'bank_question.deleted' },
  'POST /question-bank/:id/restore': {
    input: async (world) => {
      const input = await onOne(world)
      await world.server.api.as(world.admin)('DELETE /question-bank/:id', input)
      return input
    },
    audit: 'bank_question.restored',
  },
  'GET /tests/:id/draws': {
    input: async ({ server, admin }) => {
      const { id } = await createTest(server.api.as(admin), { title: `Example ${uuidv7()}` })
      return { params: { id } }
    },
    audit: null,
  },
} satisfies Partial<Examples>

async function addOne({ server, admin }: World) {
  const body = { topic: `Example ${uuidv7()}`, questions: [aQuestion()] }
  return (await server.api.as(admin)('POST /question-bank', { body })).body[0]!
}

async function onOne(world: World) {
  return { params: { id: (await addOne(world)).id } }
}
