import { createRoute, redirect } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: () => {
    throw redirect({ to: '/admin/people', replace: true })
  },
})

const adminOverview = createRoute({
  getParentRoute: () => shell,
  path: '/admin/overview',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/obligations/overview-page.tsx'), 'OverviewPage'),
})

const adminOutstanding = createRoute({
  getParentRoute: () => shell,
  path: '/admin/outstanding',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/obligations/outstanding-page.tsx'),
    'OutstandingPage',
  ),
})

const adminMatrix = createRoute({
  getParentRoute: () => shell,
  path: '/admin/matrix',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/obligations/matrix-page.tsx'), 'MatrixPage'),
})

const adminTeams = createRoute({
  getParentRoute: () => shell,
  path: '/admin/teams',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/teams/admin-teams-page.tsx'), 'AdminTeamsPage'),
})

const ownTeams = createRoute({
  getParentRoute: () => shell,
  path: '/team',
  staticData: { facts: { access: 'user', title: 'My Team' } },
  component: page(() => import('#web/features/obligations/outstanding-page.tsx'), 'OwnTeamsPage'),
})

const adminPeople = createRoute({
  getParentRoute: () => shell,
  path: '/admin/people',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/users/admin-people-page.tsx'), 'AdminPeoplePage'),
})

const adminPerson = createRoute({
  getParentRoute: () => shell,
  path: '/admin/people/$id',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/users/admin-person-page.tsx'), 'AdminPersonPage'),
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

const adminEvidence = createRoute({
  getParentRoute: () => shell,
  path: '/admin/evidence',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/evidence/evidence-page.tsx'), 'EvidencePage'),
})

const adminProcesses = createRoute({
  getParentRoute: () => shell,
  path: '/admin/processes',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/processes/process-runs-page.tsx'),
    'AdminProcessesPage',
  ),
})

const adminReviews = createRoute({
  getParentRoute: () => shell,
  path: '/admin/reviews',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/reviews/review-list-page.tsx'), 'ReviewListPage'),
})

const adminMail = createRoute({
  getParentRoute: () => shell,
  path: '/admin/mail',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/mail/admin-mail-page.tsx'), 'AdminMailPage'),
})

const adminSystem = createRoute({
  getParentRoute: () => shell,
  path: '/admin/system',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/system/system-page.tsx'), 'SystemPage'),
})

export const adminRoutes = [
  admin,
  adminOverview,
  adminOutstanding,
  adminMatrix,
  adminTeams,
  ownTeams,
  adminPeople,
  adminPerson,
  adminPolicies,
  adminEvidence,
  adminProcesses,
  adminReviews,
  adminMail,
  adminSystem,
] as const

const requirePolicies = createRoute({
  getParentRoute: () => shell,
  path: '/admin/require_policies',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  // Of whom is said by the screen that leads here, and not by the address.
  beforeLoad: ({ location }) => {
    if (!location.state.user) throw redirect({ href: '/admin/people', replace: true })
  },
  component: page(() => import('#web/features/users/require-page.tsx'), 'RequirePoliciesPage'),
})

const requireTests = createRoute({
  getParentRoute: () => shell,
  path: '/admin/require_tests',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: ({ location }) => {
    if (!location.state.user) throw redirect({ href: '/admin/people', replace: true })
  },
  component: page(() => import('#web/features/users/require-page.tsx'), 'RequireTestsPage'),
})

export const requirementRoutes = [requirePolicies, requireTests] as const

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

const billing = createRoute({
  getParentRoute: () => shell,
  path: '/admin/billing',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/payments/billing-page.tsx'), 'BillingPage'),
})

const billingReturn = createRoute({
  getParentRoute: () => shell,
  path: '/admin/billing/return',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/payments/billing-return-page.tsx'),
    'BillingReturnPage',
  ),
})

export const billingRoutes = [billing, billingReturn] as const

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/settings/settings-page.tsx'), 'SettingsPage'),
})

const settingsSection = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/$section',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/settings/settings-section-page.tsx'),
    'SettingsSectionPage',
  ),
})

const firstSteps = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/first-steps',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/dashboard/first-steps-page.tsx'), 'FirstStepsPage'),
})

const mailServer = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/mail',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/mail/mail-server-page.tsx'), 'MailServerPage'),
})

const evidence = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/evidence',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/evidence/evidence-settings-page.tsx'),
    'EvidenceSettingsPage',
  ),
})

const backup = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/backup',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/backups/backup-page.tsx'), 'BackupPage'),
})

const programs = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/programs',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/api-keys/programs-page.tsx'), 'ProgramsPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/webhooks',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/webhooks/$id',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

/** Billing is a screen of its own. */
const settingsBilling = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/billing',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: () => {
    throw redirect({ to: '/admin/billing', replace: true })
  },
})

/** Where files are is told among what else the portal says of itself; the server's environment decides it. */
const settingsStorage = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/storage',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: () => {
    throw redirect({ to: '/admin/system', replace: true })
  },
})

export const settingsRoutes = [
  settings,
  settingsStorage,
  settingsBilling,
  firstSteps,
  mailServer,
  evidence,
  backup,
  programs,
  webhooks,
  webhook,
  settingsSection,
] as const
