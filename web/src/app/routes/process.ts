import { createRoute } from '@tanstack/react-router'
import { processQuery, processesQuery } from '#web/features/processes/processes.api.ts'
import { askFor, askForList, page, searchIn, shell } from './parents.tsx'

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
  component: page(() => import('#web/features/processes/process-add-page.tsx'), 'ProcessAddPage'),
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
