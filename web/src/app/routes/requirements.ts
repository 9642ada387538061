import { createRoute, redirect } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const requirePolicies = createRoute({
  getParentRoute: () => shell,
  path: '/admin/require_policies',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  // Of whom is said by the screen that leads here, and not by the address.
  beforeLoad: ({ location }) => {
    if (!location.state.user) throw redirect({ href: '/admin/people', replace: true })
  },
  component: page(
    () => import('#web/features/users/require-policies-page.tsx'),
    'RequirePoliciesPage',
  ),
})

const requireTests = createRoute({
  getParentRoute: () => shell,
  path: '/admin/require_tests',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: ({ location }) => {
    if (!location.state.user) throw redirect({ href: '/admin/people', replace: true })
  },
  component: page(() => import('#web/features/users/require-tests-page.tsx'), 'RequireTestsPage'),
})

export const requirementRoutes = [requirePolicies, requireTests] as const
