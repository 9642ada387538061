import { createQuiz, createTestAlone, rightAnswers } from '../quizzes.ts'
import type { Examples, World } from './world.ts'
import { nothing } from './world.ts'

export const attemptsExamples = {
  'GET /trainings/:id/attempt': { input: onOpenQuiz, audit: null },
  'POST /trainings/:id/attempt': { input: onNewQuiz, audit: 'attempt.started' },
  'POST /trainings/:id/submit': {
    input: async (world) => {
      const { quiz, ...input } = await openQuiz(world)
      return { ...input, body: { answers: rightAnswers(quiz) } }
    },
    audit: 'attempt.graded',
  },
  'GET /trainings/:id/progress': { input: onNewQuiz, audit: null },
  'PUT /trainings/:id/progress': {
    input: async ({ server }) => {
      const { trainingId, sectionIds } = await createQuiz(server.db)
      return {
        params: { id: trainingId },
        body: { content_id: sectionIds[0], completed: true, media_position: 12.5 },
      }
    },
    audit: 'training.section_seen',
  },
  'POST /tests/:id/start': { input: onNewTest, audit: 'attempt.started' },
  'POST /tests/submit-answer': {
    input: async (world) => {
      const { attemptId, test } = await openTest(world)
      const question_id = test.questions[0]!.id
      return { body: { attempt_id: attemptId, question_id, answer: 2 } }
    },
    audit: 'attempt.answered',
  },
  'POST /tests/attempts/:id/complete': {
    input: async (world) => {
      const { attemptId, test } = await openTest(world)
      const api = world.server.api.as(world.admin)
      for (const [question_id, answer] of Object.entries(rightAnswers(test))) {
        const body = { attempt_id: attemptId, question_id, answer }
        await api('POST /tests/submit-answer', { body })
      }
      return { params: { id: attemptId } }
    },
    audit: 'attempt.graded',
  },
  'GET /tests/attempts/:id': {
    input: async (world) => ({ params: { id: (await openTest(world)).attemptId } }),
    audit: null,
  },
  'GET /tests/attempts': { input: () => ({ query: { limit: 5 } }), audit: null },
  'GET /admin/tests/attempts': {
    input: () => ({ query: { search: 'a', state: 'passed', sort: 'score', order: 'asc' } }),
    audit: null,
  },
  'GET /admin/tests/attempts.csv': { input: nothing, audit: 'attempts.exported' },
  'GET /admin/tests/:id/statistics': { input: onNewTest, audit: null },
  'GET /admin/tests/:id/grants': { input: onNewTest, audit: null },
  'POST /admin/tests/:id/grants': {
    input: async (world) => ({
      ...(await onNewTest(world)),
      body: { user_id: world.agent.id, attempts: 2, reason: 'The line dropped.' },
    }),
    audit: 'test.attempts_granted',
  },
  'GET /admin/tests/:id/waivers': { input: onNewTest, audit: null },
  'POST /admin/tests/:id/waivers': {
    input: async (world) => ({
      ...(await onNewTest(world)),
      body: { user_id: world.agent.id, reason: 'Teaches it.' },
    }),
    audit: 'test.waived',
  },
  'DELETE /admin/tests/:id/waivers/:waiver_id': {
    input: async (world) => {
      const { params } = await onNewTest(world)
      const body = { user_id: world.agent.id, reason: 'Teaches it.' }
      const api = world.server.api.as(world.admin)
      const waiver = await api('POST /admin/tests/:id/waivers', { params, body })
      return { params: { ...params, waiver_id: waiver.body.id } }
    },
    audit: 'test.waiver_ended',
  },
  'POST /admin/users/:id/require-test': {
    input: async ({ server, agent }) => ({
      params: { id: agent.id },
      body: { test_id: (await createTestAlone(server.db)).testId, due_at: '2031-05-01T12:00:00Z' },
    }),
    audit: 'test.assigned',
  },
  'GET /certificates': { input: nothing, audit: null },
  'GET /admin/certificates/ending': { input: () => ({ query: { limit: 5 } }), audit: null },
  'GET /admin/certificates/ending.csv': { input: nothing, audit: 'certificates.exported' },
  'GET /certificates/:id/file': {
    input: async (world) => ({ params: { id: (await onNewCertificate(world)).id } }),
    audit: null,
  },
  'GET /verify/:code': {
    input: async (world) => ({ params: { code: (await onNewCertificate(world)).code } }),
    audit: null,
  },
} satisfies Partial<Examples>

async function onNewQuiz({ server }: World) {
  return { params: { id: (await createQuiz(server.db)).trainingId } }
}

async function onNewTest({ server }: World) {
  return { params: { id: (await createTestAlone(server.db)).testId } }
}

/** A quiz that the admin has under way. */
async function openQuiz({ server, admin }: World) {
  const quiz = await createQuiz(server.db)
  const params = { id: quiz.trainingId }
  await server.api.as(admin)('POST /trainings/:id/attempt', { params })
  return { params, quiz }
}

async function onOpenQuiz(world: World) {
  const { params } = await openQuiz(world)
  return { params }
}

/** A test that the admin has under way. */
async function openTest({ server, admin }: World) {
  const test = await createTestAlone(server.db)
  const params = { id: test.testId }
  const { body } = await server.api.as(admin)('POST /tests/:id/start', { params })
  return { attemptId: body.id, test }
}

/** The admin's newest certificate, made just now. */
async function onNewCertificate(world: World) {
  const { params, quiz } = await openQuiz(world)
  const api = world.server.api.as(world.admin)
  await api('POST /trainings/:id/submit', { params, body: { answers: rightAnswers(quiz) } })
  const { body } = await api('GET /certificates')
  return body[0]!
}
