import { createRoute, redirect } from '@tanstack/react-router'
import { page, shell } from '#web/app/routes/parents.tsx'

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: () => {
    throw redirect({ to: '/admin/policies', replace: true })
  },
})

const adminPolicies = createRoute({
  getParentRoute: () => shell,
  path: '/admin/policies',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/policies/admin-policies-page.tsx'),
    'AdminPoliciesPage',
  ),
})

const adminProcesses = createRoute({
  getParentRoute: () => shell,
  path: '/admin/processes',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/processes/admin-processes-page.tsx'),
    'AdminProcessesPage',
  ),
})

const adminMail = createRoute({
  getParentRoute: () => shell,
  path: '/admin/mail',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/mail/admin-mail-page.tsx'), 'AdminMailPage'),
})

export const adminRoutes = [admin, adminPolicies, adminProcesses, adminMail] as const
