import { createRoute } from '@tanstack/react-router'
import { signInProvidersQuery } from '#web/features/single-sign-on/sign-in-providers.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { textOf } from '#web/lib/search-params.ts'
import { askForSettings, page, root, visitorSearch } from './parents.tsx'

type LinkSearch = { token?: string }

const linkSearch = (search: Record<string, unknown>): LinkSearch => {
  // The router reads a token of digits alone as a number.
  const token = textOf(search.token)
  return token ? { token } : {}
}

type ProblemSearch = { problem?: string }

/** Why a provider sent somebody back in vain. */
const problemSearch = (search: Record<string, unknown>): ProblemSearch => {
  const problem = textOf(search.problem)
  return problem ? { problem } : {}
}

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
  validateSearch: (search: Record<string, unknown>) => ({
    ...visitorSearch(search),
    ...problemSearch(search),
  }),
  staticData: { facts: { access: 'public', title: 'Sign In' } },
  loader: () => {
    askForSettings()
    void queryClient.prefetchQuery(signInProvidersQuery)
  },
  component: page(() => import('#web/features/auth/login-page.tsx'), 'LoginPage'),
})

const finishLogin = createRoute({
  getParentRoute: () => root,
  path: '/login/finish',
  validateSearch: visitorSearch,
  staticData: { facts: { access: 'public', title: 'Sign In' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/provider-finish-page.tsx'), 'FinishPage'),
})

const confirmedLogin = createRoute({
  getParentRoute: () => root,
  path: '/login/confirmed',
  validateSearch: problemSearch,
  staticData: { facts: { access: 'open', title: 'Confirm' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/provider-confirmed-page.tsx'), 'ConfirmedPage'),
})

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: visitorSearch,
  staticData: { facts: { access: 'public', title: 'Create an Account' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/signup-page.tsx'), 'SignupPage'),
})

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

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  staticData: { facts: { access: 'public', title: 'Join' } },
  loader: askForSettings,
  component: page(() => import('#web/features/join-links/join-page.tsx'), 'JoinPage'),
})

const auditor = createRoute({
  getParentRoute: () => root,
  path: '/auditor',
  staticData: { facts: { access: 'open', title: 'Evidence' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auditor-links/auditor-page.tsx'), 'AuditorPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { facts: { access: 'open', title: 'Forgot Password' } },
  loader: askForSettings,
  component: page(() => import('#web/features/auth/reset-password-page.tsx'), 'ForgotPasswordPage'),
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

const setUpSecondFactor = createRoute({
  getParentRoute: () => root,
  path: '/set-up-second-factor',
  validateSearch: visitorSearch,
  staticData: { facts: { access: 'user', isSetUp: true, title: 'Second Factor' } },
  loader: askForSettings,
  component: page(
    () => import('#web/features/second-factor/set-up-page.tsx'),
    'SetUpSecondFactorPage',
  ),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { facts: { access: 'open', title: 'Terms of Use' } },
  component: page(() => import('#web/features/legal/legal-page.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { facts: { access: 'open', title: 'Privacy' } },
  component: page(() => import('#web/features/legal/legal-page.tsx'), 'PrivacyPage'),
})

export const publicRoutes = [
  landing,
  login,
  finishLogin,
  confirmedLogin,
  signup,
  acceptInvite,
  join,
  auditor,
  forgotPassword,
  resetPassword,
  verifyEmail,
  setUpSecondFactor,
  terms,
  privacy,
] as const
