import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/audit',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/audit/audit-page.tsx'), 'AuditPage'),
})

export const auditRoutes = [audit] as const
