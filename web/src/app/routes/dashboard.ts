import { createRoute } from '@tanstack/react-router'
import { frontDeskTexts } from '#web/features/brokerage/brokerage.api.ts'
import { pendingPolicies } from '#web/features/dashboard/dashboard.api.ts'
import { favouritesQuery } from '#web/features/favourites/favourites.api.ts'
import { askFor, page, shell } from './parents.tsx'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  staticData: { facts: { access: 'user', title: 'Front Desk' } },
  // Beside the page's code and the session check, not after them.
  loader: () => {
    askFor(frontDeskTexts)
    askFor(pendingPolicies)
    askFor(favouritesQuery)
  },
  component: page(() => import('#web/features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const recent = createRoute({
  getParentRoute: () => shell,
  path: '/recent',
  staticData: { facts: { access: 'user', title: 'Front Desk' } },
  component: page(() => import('#web/features/search/recent-page.tsx'), 'RecentPage'),
})

export const dashboardRoutes = [dashboard, recent] as const
