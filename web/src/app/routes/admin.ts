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
  component: page(() => import('#web/features/obligations/own-teams-page.tsx'), 'OwnTeamsPage'),
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
    () => import('#web/features/processes/admin-processes-page.tsx'),
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
