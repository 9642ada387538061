import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const testAdd = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests/add',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/test-add-page.tsx'), 'TestAddPage'),
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
  component: page(() => import('#web/features/assessments/bank-add-page.tsx'), 'BankAddPage'),
})

const bankEdit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/questions/$id',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/assessments/bank-edit-page.tsx'), 'BankEditPage'),
})

export const testRoutes = [testAdd, testEdit, bank, bankAdd, bankEdit] as const
