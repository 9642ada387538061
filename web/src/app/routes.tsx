import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { factsOf, redirectFor } from '#web/app/access.ts'
import { loadPage } from '#web/app/page-loader.ts'
import { queryClient } from '#web/app/query-client.ts'
import { RootLayout } from '#web/app/root-layout.tsx'
import { currentSession } from '#web/app/session.tsx'
import { Shell } from '#web/app/shell.tsx'
import { frontDeskTexts, pendingPolicies } from '#web/features/dashboard/dashboard.api.ts'
import { policiesQuery, policyQuery } from '#web/features/policies/policies.api.ts'
import { processesQuery, processQuery } from '#web/features/processes/processes.api.ts'
import { textOf } from '#web/features/policies/use-search-params.ts'
import { publicSettings } from '#web/features/settings/settings.api.ts'
import { directoryQuery, personQuery } from '#web/features/users/users.api.ts'
import { storedToken } from '#web/lib/session-storage.ts'

const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
  importPage: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPage(importPage), name)

/** Asks for what every public page shows beside its code, not after it. */
const askForSettings = () => void queryClient.prefetchQuery(publicSettings)

type VisitorSearch = { redirect?: string }

const visitorSearch = (search: Record<string, unknown>): VisitorSearch =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

const root = createRootRoute({
  component: RootLayout,
  beforeLoad: ({ matches, location }) => {
    const { redirect: wanted } = visitorSearch(location.search)
    const href = redirectFor(factsOf(matches), currentSession(), { href: location.href, wanted })
    if (href !== null) throw redirect({ href, replace: true })
  },
})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { facts: { access: 'public' } },
  loader: askForSettings,
  component: page(() => import('#web/features/landing/landing-page.tsx'), 'LandingPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: visitorSearch,
  staticData: { facts: { access: 'public', title: 'Sign In' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/login-page.tsx'), 'LoginPage'),
})

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: visitorSearch,
  staticData: { facts: { access: 'public', title: 'Create an Account' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/signup-page.tsx'), 'SignupPage'),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { facts: { access: 'open', title: 'Terms of Use' } },
  component: page(() => import('#web/features/legal/terms-page.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { facts: { access: 'open', title: 'Privacy' } },
  component: page(() => import('#web/features/legal/privacy-page.tsx'), 'PrivacyPage'),
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { facts: { access: 'unknown' } },
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  staticData: { facts: { access: 'user', title: 'Front Desk' } },
  // Beside the page's code and the session check, not after them.
  loader: () => {
    if (!storedToken()) return
    void queryClient.prefetchQuery(frontDeskTexts)
    void queryClient.prefetchQuery(pendingPolicies)
  },
  component: page(() => import('#web/features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const policies = createRoute({
  getParentRoute: () => shell,
  path: '/policies',
  staticData: { facts: { access: 'user', title: 'Policies' } },
  loader: ({ location }) => {
    if (!storedToken()) return
    const search = textOf(new Map<string, unknown>(Object.entries(location.search)).get('search'))
    void queryClient.prefetchInfiniteQuery(policiesQuery({ search, pending: true }))
    void queryClient.prefetchInfiniteQuery(policiesQuery({ search, pending: false }))
  },
  component: page(() => import('#web/features/policies/policy-list-page.tsx'), 'PolicyListPage'),
})

const policyAdd = createRoute({
  getParentRoute: () => shell,
  path: '/policies/add',
  staticData: { facts: { access: 'admin', elsewhere: '/policies', title: 'Policies' } },
  component: page(() => import('#web/features/policies/policy-add-page.tsx'), 'PolicyAddPage'),
})

const policyDetail = createRoute({
  getParentRoute: () => shell,
  path: '/policies/$id',
  staticData: { facts: { access: 'user', title: 'Policies' } },
  loader: ({ params }) => {
    if (storedToken()) void queryClient.prefetchQuery(policyQuery(params.id))
  },
  component: page(
    () => import('#web/features/policies/policy-detail-page.tsx'),
    'PolicyDetailPage',
  ),
})

const policyEdit = createRoute({
  getParentRoute: () => shell,
  path: '/policies/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/policies', title: 'Policies' } },
  component: page(() => import('#web/features/policies/policy-edit-page.tsx'), 'PolicyEditPage'),
})

const policyHistory = createRoute({
  getParentRoute: () => shell,
  path: '/policies/$id/history',
  staticData: { facts: { access: 'user', title: 'Policies' } },
  component: page(
    () => import('#web/features/policies/policy-history-page.tsx'),
    'PolicyHistoryPage',
  ),
})

const processes = createRoute({
  getParentRoute: () => shell,
  path: '/processes',
  staticData: { facts: { access: 'user', title: 'Processes' } },
  loader: ({ location }) => {
    if (!storedToken()) return
    const search = textOf(new Map<string, unknown>(Object.entries(location.search)).get('search'))
    void queryClient.prefetchInfiniteQuery(processesQuery({ search }))
  },
  component: page(() => import('#web/features/processes/process-list-page.tsx'), 'ProcessListPage'),
})

const processAdd = createRoute({
  getParentRoute: () => shell,
  path: '/processes/add',
  staticData: { facts: { access: 'admin', elsewhere: '/processes', title: 'Processes' } },
  component: page(() => import('#web/features/processes/process-add-page.tsx'), 'ProcessAddPage'),
})

const processDetail = createRoute({
  getParentRoute: () => shell,
  path: '/processes/$id',
  staticData: { facts: { access: 'user', title: 'Processes' } },
  loader: ({ params }) => {
    if (storedToken()) void queryClient.prefetchQuery(processQuery(params.id))
  },
  component: page(
    () => import('#web/features/processes/process-detail-page.tsx'),
    'ProcessDetailPage',
  ),
})

const processEdit = createRoute({
  getParentRoute: () => shell,
  path: '/processes/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/processes', title: 'Processes' } },
  component: page(() => import('#web/features/processes/process-edit-page.tsx'), 'ProcessEditPage'),
})

const processRuns = createRoute({
  getParentRoute: () => shell,
  path: '/processes/runs',
  staticData: { facts: { access: 'user', title: 'Processes' } },
  component: page(() => import('#web/features/processes/process-runs-page.tsx'), 'ProcessRunsPage'),
})

const processRun = createRoute({
  getParentRoute: () => shell,
  path: '/processes/runs/$id',
  staticData: { facts: { access: 'user', title: 'Processes' } },
  component: page(() => import('#web/features/processes/run-page.tsx'), 'RunPage'),
const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  staticData: { facts: { access: 'user', title: 'Directory' } },
  loader: ({ location }) => {
    if (!storedToken()) return
    const search = textOf(new Map<string, unknown>(Object.entries(location.search)).get('search'))
    void queryClient.prefetchInfiniteQuery(directoryQuery(search))
  },
  component: page(() => import('#web/features/users/people-page.tsx'), 'PeoplePage'),
})

const person = createRoute({
  getParentRoute: () => shell,
  path: '/people/$id',
  staticData: { facts: { access: 'user', title: 'Directory' } },
  loader: ({ params }) => {
    if (storedToken()) void queryClient.prefetchQuery(personQuery(params.id))
  },
  component: page(() => import('#web/features/users/person-page.tsx'), 'PersonPage'),
})

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(() => import('#web/features/profile/profile-page.tsx'), 'ProfilePage'),
})

const profileEdit = createRoute({
  getParentRoute: () => shell,
  path: '/profile/edit',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(() => import('#web/features/profile/profile-edit-page.tsx'), 'ProfileEditPage'),
})

const profileSecurity = createRoute({
  getParentRoute: () => shell,
  path: '/profile/security',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(() => import('#web/features/profile/security-page.tsx'), 'SecurityPage'),
})

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

export const routeTree = root.addChildren([
  landing,
  login,
  signup,
  terms,
  privacy,
  unknown,
  shell.addChildren([
    dashboard,
    policies,
    policyAdd,
    policyDetail,
    policyEdit,
    policyHistory,
    processes,
    processAdd,
    processDetail,
    processEdit,
    processRuns,
    processRun,
    people,
    person,
    profile,
    profileEdit,
    profileSecurity,
    admin,
    adminPolicies,
    adminProcesses,
  ]),
])
