import { createRoute, redirect } from '@tanstack/react-router'
import { takenTrainingQuery, trainingsQuery } from '#web/features/trainings/trainings.api.ts'
import { askFor, askForList, page, root, searchIn, shell } from './parents.tsx'

const trainings = createRoute({
  getParentRoute: () => shell,
  path: '/training',
  staticData: { facts: { access: 'user', title: 'Training' } },
  loader: ({ location }) => {
    const filter = { search: searchIn(location.search), required: false, archived: false }
    askForList(trainingsQuery(filter))
  },
  component: page(
    () => import('#web/features/trainings/training-list-page.tsx'),
    'TrainingListPage',
  ),
})

const trainingAdd = createRoute({
  getParentRoute: () => shell,
  path: '/training/add',
  staticData: { facts: { access: 'admin', elsewhere: '/training', title: 'Training' } },
  component: page(
    () => import('#web/features/trainings/training-edit-page.tsx'),
    'TrainingAddPage',
  ),
})

const trainingEdit = createRoute({
  getParentRoute: () => shell,
  path: '/training/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/training', title: 'Training' } },
  component: page(
    () => import('#web/features/trainings/training-edit-page.tsx'),
    'TrainingEditPage',
  ),
})

export const trainingRoutes = [trainings, trainingAdd, trainingEdit] as const

const testAdd = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests/add',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/test-edit-page.tsx'), 'TestAddPage'),
})

const testEdit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/test-edit-page.tsx'), 'TestEditPage'),
})

const bank = createRoute({
  getParentRoute: () => shell,
  path: '/admin/questions',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/bank-page.tsx'), 'BankPage'),
})

const bankAdd = createRoute({
  getParentRoute: () => shell,
  path: '/admin/questions/add',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/bank-edit-page.tsx'), 'BankAddPage'),
})

const bankEdit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/questions/$id',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/bank-edit-page.tsx'), 'BankEditPage'),
})

export const testRoutes = [testAdd, testEdit, bank, bankAdd, bankEdit] as const

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
