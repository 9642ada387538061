import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RunRegister } from './run-register.tsx'

export function AdminProcessesPage() {
  usePageTitle('Processes · Admin Panel')
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <RunRegister />
    </>
  )
}
