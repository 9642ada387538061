import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

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
