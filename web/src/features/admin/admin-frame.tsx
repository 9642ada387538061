import type { ReactNode } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { frontDeskTexts } from '#web/features/brokerage/brokerage.api.ts'
import { callForPage } from '#web/lib/call.ts'
import { late } from '#web/lib/late.ts'
import { Tabs } from '#web/ui/tabs.tsx'

/** Every screen of the Admin Panel; a feature adds its line. */
const items = [
  { to: '/admin/overview', label: 'Overview' },
  { to: '/admin/outstanding', label: 'Outstanding' },
  { to: '/admin/matrix', label: 'Matrix' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/tests', label: 'Tests' },
  { to: '/admin/questions', label: 'Questions' },
  { to: '/admin/policies', label: 'Policies' },
  { to: '/admin/processes', label: 'Processes' },
  { to: '/admin/reviews', label: 'Reviews' },
  { to: '/admin/mail', label: 'Mail' },
  { to: '/admin/billing', label: 'Billing' },
  { to: '/admin/evidence', label: 'Evidence' },
  { to: '/admin/audit', label: 'Audit' },
  { to: '/admin/settings', label: 'Settings' },
]

/** Pages whose address is not below that of their tab. */
const homes: Partial<Record<string, string>> = {
  '/admin/system': '/admin/settings',
  '/admin/legal-holds': '/admin/audit',
  '/admin/auditor-links': '/admin/audit',
}

/** How many have signed up and wait for an admin. */
const awaitingApprovalQuery = queryOptions({
  queryKey: ['users', 'awaiting-approval'],
  queryFn: async ({ signal }) => {
    const query = { awaiting: 'approval', limit: 1, view: 'list' } as const
    const { total } = await callForPage('GET /admin/users', { signal, query })
    return total ?? 0
  },
})

// Most admins never see it.
const BillingBanner = late(() => import('./billing-banner.tsx'), 'BillingBanner')

export function AdminTabs() {
  const { data: waiting = 0 } = useQuery(awaitingApprovalQuery)
  const { data: desk } = useQuery(frontDeskTexts)
  const home = useLocation({ select: ({ pathname }) => homes[pathname] })
  return (
    <>
      {desk?.billing_warning && (
        <Suspense>
          <div className="mb-5">
            <BillingBanner warning={desk.billing_warning} />
          </div>
        </Suspense>
      )}
      <Tabs
        label="Admin Panel"
        items={items.map((item) => {
          if (item.to === home) return { ...item, isCurrent: true }
          return item.to === '/admin/people' && waiting > 0
            ? { ...item, count: waiting, countLabel: 'waiting for approval' }
            : item
        })}
      />
    </>
  )
}

type SettingsSectionProps = { title: string; description: ReactNode; children: ReactNode }

/** What belongs together, with its explanation. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line py-8 first-of-type:pt-0">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-6 max-w-[60ch] text-muted">{description}</p>
      <div className="grid min-w-0 gap-6">{children}</div>
    </section>
  )
}
