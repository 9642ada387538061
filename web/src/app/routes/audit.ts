import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/audit',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/audit/audit-page.tsx'), 'AuditPage'),
})

const auditorLinks = createRoute({
  getParentRoute: () => shell,
  path: '/admin/auditor-links',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/auditor-links/auditor-links-page.tsx'),
    'AuditorLinksPage',
  ),
})

const legalHolds = createRoute({
  getParentRoute: () => shell,
  path: '/admin/legal-holds',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/legal-holds/legal-holds-page.tsx'), 'LegalHoldsPage'),
})

export const auditRoutes = [audit, auditorLinks, legalHolds] as const
