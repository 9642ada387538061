import { createRoute, redirect } from '@tanstack/react-router'
import { takenTrainingQuery } from '#web/features/trainings/taking.api.ts'
import { askFor, page, root, shell } from './parents.tsx'

const trainingDetail = createRoute({
  getParentRoute: () => shell,
  path: '/training/$id',
  staticData: { facts: { access: 'user', title: 'Training' } },
  loader: ({ params }) => askFor(takenTrainingQuery(params.id)),
  component: page(
    () => import('#web/features/trainings/training-detail-page.tsx'),
    'TrainingDetailPage',
  ),
})

const trainingSession = createRoute({
  getParentRoute: () => shell,
  path: '/training/$id/session',
  staticData: { facts: { access: 'user', title: 'Training', aloneOnPhone: true } },
  component: page(
    () => import('#web/features/trainings/training-session-page.tsx'),
    'TrainingSessionPage',
  ),
})

/** A session of no training: what `/training//session` comes to. */
const noTrainingSession = createRoute({
  getParentRoute: () => shell,
  path: '/training/session',
  staticData: { facts: { access: 'user', title: 'Training' } },
  beforeLoad: () => {
    throw redirect({ href: '/training', replace: true })
  },
})

const tests = createRoute({
  getParentRoute: () => shell,
  path: '/tests',
  staticData: { facts: { access: 'user', title: 'Tests' } },
  component: page(() => import('#web/features/assessments/test-list-page.tsx'), 'TestListPage'),
})

const test = createRoute({
  getParentRoute: () => shell,
  path: '/tests/$id',
  staticData: { facts: { access: 'user', title: 'Tests' } },
  component: page(() => import('#web/features/assessments/test-page.tsx'), 'TestPage'),
})

const adminTests = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/admin-tests-page.tsx'), 'AdminTestsPage'),
})

const adminTest = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests/$id',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/admin-test-page.tsx'), 'AdminTestPage'),
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify/$code',
  staticData: { facts: { access: 'open', title: 'Certificate' } },
  component: page(() => import('#web/features/certificates/verify-page.tsx'), 'VerifyPage'),
})

export const takingRoutes = [
  trainingDetail,
  trainingSession,
  noTrainingSession,
  tests,
  test,
  adminTests,
  adminTest,
] as const
export const verifyRoutes = [verify] as const
