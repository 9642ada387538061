import { createRoute } from '@tanstack/react-router'
import { policiesQuery, policyQuery } from '#web/features/policies/policies.api.ts'
import { askFor, askForList, page, searchIn, shell } from './parents.tsx'

const policies = createRoute({
  getParentRoute: () => shell,
  path: '/policies',
  staticData: { facts: { access: 'user', title: 'Policies' } },
  loader: ({ location }) => {
    const search = searchIn(location.search)
    askForList(policiesQuery({ search, pending: true }))
    askForList(policiesQuery({ search, pending: false }))
  },
  component: page(() => import('#web/features/policies/policy-list-page.tsx'), 'PolicyListPage'),
})

const policyAdd = createRoute({
  getParentRoute: () => shell,
  path: '/policies/add',
  staticData: { facts: { access: 'admin', elsewhere: '/policies', title: 'Policies' } },
  component: page(() => import('#web/features/policies/policy-add-page.tsx'), 'PolicyAddPage'),
})

const policyImport = createRoute({
  getParentRoute: () => shell,
  path: '/policies/import',
  staticData: { facts: { access: 'admin', elsewhere: '/policies', title: 'Policies' } },
  component: page(() => import('#web/features/handbook/import-page.tsx'), 'ImportPage'),
})

const policyImportReview = createRoute({
  getParentRoute: () => shell,
  path: '/policies/import/$id',
  staticData: { facts: { access: 'admin', elsewhere: '/policies', title: 'Policies' } },
  component: page(() => import('#web/features/handbook/review-page.tsx'), 'ReviewPage'),
})

const policyDetail = createRoute({
  getParentRoute: () => shell,
  path: '/policies/$id',
  staticData: { facts: { access: 'user', title: 'Policies' } },
  loader: ({ params }) => askFor(policyQuery(params.id)),
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

export const policyRoutes = [
  policies,
  policyAdd,
  policyImport,
  policyImportReview,
  policyDetail,
  policyEdit,
  policyHistory,
] as const
