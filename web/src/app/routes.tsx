import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { factsOf, redirectFor } from '#web/app/access.ts'
import { loadPage } from '#web/app/page-loader.ts'
import { queryClient } from '#web/app/query-client.ts'
import { RootLayout } from '#web/app/root-layout.tsx'
import { currentSession } from '#web/app/session.tsx'
import { Shell } from '#web/app/shell.tsx'
import { frontDeskTexts, pendingPolicies } from '#web/features/dashboard/dashboard.api.ts'
import { policiesQuery, policyQuery } from '#web/features/policies/policies.api.ts'
import { textOf } from '#web/features/policies/use-search-params.ts'
import { publicSettings } from '#web/features/settings/settings.api.ts'
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

type LinkSearch = { token?: string }

const linkSearch = (search: Record<string, unknown>): LinkSearch => {
  // The router reads a token of digits alone as a number.
  const token = textOf(search.token)
  return token ? { token } : {}
}

const acceptInvite = createRoute({
  getParentRoute: () => root,
  path: '/accept-invite',
  validateSearch: linkSearch,
  staticData: { facts: { access: 'public', title: 'Accept Invitation' } },
  loader: askForSettings,
  component: page(
    () => import('#web/features/invitations/accept-invite-page.tsx'),
    'AcceptInvitePage',
  ),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { facts: { access: 'open', title: 'Forgot Password' } },
  loader: askForSettings,
  component: page(
    () => import('#web/features/auth/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: linkSearch,
  staticData: { facts: { access: 'open', title: 'Reset Password' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: linkSearch,
  staticData: { facts: { access: 'open', title: 'Confirm Email' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/verify-email-page.tsx'), 'VerifyEmailPage'),
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

const invite = createRoute({
  getParentRoute: () => shell,
  path: '/people/invite',
  staticData: { facts: { access: 'admin', elsewhere: '/people', title: 'Directory' } },
  loader: askForSettings,
  component: page(() => import('#web/features/invitations/invite-page.tsx'), 'InvitePage'),
})

const adminMail = createRoute({
  getParentRoute: () => shell,
  path: '/admin/mail',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/mail/admin-mail-page.tsx'), 'AdminMailPage'),
})

export const routeTree = root.addChildren([
  landing,
  login,
  signup,
  acceptInvite,
  forgotPassword,
  resetPassword,
  verifyEmail,
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
    admin,
    adminPolicies,
    adminMail,
    invite,
  ]),
])
