import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const testAdd = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests/add',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/tests/test-add-page.tsx'), 'TestAddPage'),
})

const testEdit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tests/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/dashboard', title: 'Admin Panel' } },
  component: page(() => import('#web/features/tests/test-edit-page.tsx'), 'TestEditPage'),
})

export const testRoutes = [testAdd, testEdit] as const
