import { useQuery } from '@tanstack/react-query'
import { awaitingApprovalQuery } from '#web/features/users/admin-users.api.ts'
import { Tabs } from '#web/ui/tabs.tsx'

/** Every screen of the Admin Panel; a feature adds its line. */
const items = [
  { to: '/admin/overview', label: 'Overview' },
  { to: '/admin/outstanding', label: 'Outstanding' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/tests', label: 'Tests' },
  { to: '/admin/policies', label: 'Policies' },
  { to: '/admin/processes', label: 'Processes' },
  { to: '/admin/mail', label: 'Mail' },
  { to: '/admin/audit', label: 'Audit' },
  { to: '/admin/settings', label: 'Settings' },
]

export function AdminTabs() {
  const { data: waiting = 0 } = useQuery(awaitingApprovalQuery)
  return (
    <Tabs
      label="Admin Panel"
      items={items.map((item) =>
        item.to === '/admin/people' && waiting > 0
          ? { ...item, count: waiting, countLabel: 'waiting for approval' }
          : item,
      )}
    />
  )
}
