import { uuidv7 } from 'uuidv7'
import { aQuestion, createTraining } from '../factories.ts'
import type { Examples, World } from './world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const section = { type: 'text', content: 'Read **this**.', order: 1 }

const trainingBody = {
  title: 'An example',
  description: 'What it is about',
  duration: 15,
  category_id: 'compliance',
  content_type: 'text',
  content_url: '',
  required_score: 80,
  due_days: 14,
  content: [section],
  questions: [aQuestion()],
  linkedPolicies: [],
  linkedProcesses: [],
  linkedDocuments: [],
}

export const trainingsExamples = {
  'GET /trainings': { input: () => ({ query: { search: 'a', required: 'true' } }), audit: null },
  'GET /trainings/role/:role': { input: () => ({ params: { role: 'agent' } }), audit: null },
  'POST /trainings': { input: () => ({ body: trainingBody }), audit: 'training.created' },
  'GET /trainings/:id': { input: onNewTraining, audit: null },
  'PUT /trainings/:id': {
    input: async (world) => ({ ...(await onNewTraining(world)), body: trainingBody }),
    audit: 'training.updated',
  },
  'DELETE /trainings/:id': { input: onNewTraining, audit: 'training.archived' },
  'POST /trainings/:id/restore': {
    input: async (world) => {
      const input = await onNewTraining(world)
      await world.server.api.as(world.admin)('DELETE /trainings/:id', input)
      return input
    },
    audit: 'training.restored',
  },
  'GET /trainings/:id/content': { input: onNewTraining, audit: null },
  'POST /trainings/:id/content': {
    input: async (world) => ({ ...(await onNewTraining(world)), body: section }),
    audit: 'training.section_created',
  },
  'PUT /trainings/:id/content/:content_id': {
    input: async (world) => ({ ...(await onNewTraining(world)), body: section }),
    audit: 'training.section_updated',
  },
  'DELETE /trainings/:id/content/:content_id': {
    input: onNewTraining,
    audit: 'training.section_deleted',
  },
  'PUT /trainings/:id/content/reorder': {
    input: async (world) => {
      const { params } = await onNewTraining(world)
      return { params, body: { ids: [params.content_id] } }
    },
    audit: 'training.sections_reordered',
  },
  'GET /trainings/:id/questions': { input: onNewTraining, audit: null },
  'POST /trainings/:id/questions': {
    input: async (world) => ({ ...(await onNewTraining(world)), body: aQuestion() }),
    audit: 'question.created',
  },
  'PUT /trainings/:id/questions/:question_id': {
    input: async (world) => ({ ...(await onNewTraining(world)), body: aQuestion('Changed?') }),
    audit: 'question.updated',
  },
  'DELETE /trainings/:id/questions/:question_id': {
    input: onNewTraining,
    audit: 'question.deleted',
  },
  'PUT /trainings/:id/questions/reorder': {
    input: async (world) => {
      const { params } = await onNewTraining(world)
      return { params, body: { ids: [params.question_id] } }
    },
    audit: 'training.questions_reordered',
  },
  'POST /trainings/files': { input: () => ({ body: pngForm() }), audit: 'training.file_uploaded' },
  'GET /trainings/files/:id': {
    input: async ({ server, admin }) => {
      const { body } = await server.api.as(admin)('POST /trainings/files', { body: pngForm() })
      // As one of which nothing is known, which is what the API says it sends.
      const unknown = { type: 'bin', media_type: 'application/octet-stream' }
      await server.db.updateTable('training_files').set(unknown).where('id', '=', body.id).execute()
      const { searchParams } = new URL(body.url, 'http://localhost')
      return { params: { id: body.id }, query: Object.fromEntries(searchParams) }
    },
    audit: null,
  },
} satisfies Partial<Examples>

/** A picture of one point, as a form sends it. */
export function pngForm(name = 'point.png'): FormData {
  const form = new FormData()
  form.append('file', new Blob([PNG]), name)
  return form
}

/** A training with one section and one question. */
async function onNewTraining({ server, admin }: World) {
  const { id, content, questions } = await createTraining(server.api.as(admin), {
    title: `Example ${uuidv7()}`,
    questions: [aQuestion()],
  })
  return { params: { id, content_id: content[0]!.id, question_id: questions[0]!.id } }
}
