import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RunRegister } from './run-register.tsx'

export function ProcessRunsPage() {
  usePageTitle('Runs')
  return (
    <>
      <PageHeader
        title="Runs"
        description="Processes under way, and those that were gone through before."
        back={{ to: '/processes', label: 'Processes' }}
      />
      <RunRegister />
    </>
  )
}
