import { Tabs } from '#web/ui/tabs.tsx'

/** Every screen of the Admin Panel; a feature adds its line. */
const items = [
  { to: '/admin/tests', label: 'Tests' },
  { to: '/admin/policies', label: 'Policies' },
  { to: '/admin/processes', label: 'Processes' },
  { to: '/admin/mail', label: 'Mail' },
]

export function AdminTabs() {
  return <Tabs label="Admin Panel" items={items} />
}
