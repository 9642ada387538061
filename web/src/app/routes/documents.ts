import { createRoute } from '@tanstack/react-router'
import {
  documentQuery,
  documentsQuery,
  filterOf,
  readListParams,
} from '#web/features/documents/documents.api.ts'
import { libraryQuery } from '#web/features/library/library.api.ts'
import { policiesQuery, policyQuery } from '#web/features/policies/policies.api.ts'
import { processesQuery, processQuery } from '#web/features/processes/processes.api.ts'
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
  component: page(() => import('#web/features/policies/policy-edit-page.tsx'), 'PolicyAddPage'),
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

const facts = { access: 'admin', elsewhere: '/policies', title: 'Drafts' } as const

const drafts = createRoute({
  getParentRoute: () => shell,
  path: '/drafts',
  staticData: { facts },
  component: page(() => import('#web/features/drafts/draft-list-page.tsx'), 'DraftListPage'),
})

const draft = createRoute({
  getParentRoute: () => shell,
  path: '/drafts/$id',
  staticData: { facts },
  component: page(() => import('#web/features/drafts/draft-page.tsx'), 'DraftPage'),
})

const draftPreview = createRoute({
  getParentRoute: () => shell,
  path: '/drafts/$id/preview',
  staticData: { facts },
  component: page(() => import('#web/features/drafts/draft-preview-page.tsx'), 'DraftPreviewPage'),
})

export const draftRoutes = [drafts, draft, draftPreview] as const

const library = createRoute({
  getParentRoute: () => shell,
  path: '/library',
  staticData: { facts: { access: 'admin', title: 'Starter Library' } },
  loader: () => askFor(libraryQuery),
  component: page(() => import('#web/features/library/library-page.tsx'), 'LibraryPage'),
})

export const libraryRoutes = [library] as const

const processes = createRoute({
  getParentRoute: () => shell,
  path: '/processes',
  staticData: { facts: { access: 'user', title: 'Processes' } },
  loader: ({ location }) => {
    const search = searchIn(location.search)
    askForList(processesQuery({ search }))
  },
  component: page(() => import('#web/features/processes/process-list-page.tsx'), 'ProcessListPage'),
})

const processAdd = createRoute({
  getParentRoute: () => shell,
  path: '/processes/add',
  staticData: { facts: { access: 'admin', elsewhere: '/processes', title: 'Processes' } },
  component: page(() => import('#web/features/processes/process-edit-page.tsx'), 'ProcessAddPage'),
})

const processDetail = createRoute({
  getParentRoute: () => shell,
  path: '/processes/$id',
  staticData: { facts: { access: 'user', title: 'Processes' } },
  loader: ({ params }) => askFor(processQuery(params.id)),
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
})

export const processRoutes = [
  processes,
  processAdd,
  processDetail,
  processEdit,
  processRuns,
  processRun,
] as const

const title = 'Document Repository'

const documents = createRoute({
  getParentRoute: () => shell,
  path: '/documents',
  staticData: { facts: { access: 'user', title } },
  loader: ({ location }) => {
    const filter = filterOf(readListParams(location.search))
    askForList(documentsQuery(filter))
  },
  component: page(
    () => import('#web/features/documents/document-list-page.tsx'),
    'DocumentListPage',
  ),
})

const documentAdd = createRoute({
  getParentRoute: () => shell,
  path: '/documents/add',
  staticData: { facts: { access: 'admin', elsewhere: '/documents', title } },
  component: page(() => import('#web/features/documents/document-add-page.tsx'), 'DocumentAddPage'),
})

const documentDetail = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$id',
  staticData: { facts: { access: 'user', title } },
  loader: ({ params }) => askFor(documentQuery(params.id)),
  component: page(
    () => import('#web/features/documents/document-detail-page.tsx'),
    'DocumentDetailPage',
  ),
})

const documentEdit = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/documents', title } },
  component: page(
    () => import('#web/features/documents/document-edit-page.tsx'),
    'DocumentEditPage',
  ),
})

export const documentRoutes = [documents, documentAdd, documentDetail, documentEdit] as const
