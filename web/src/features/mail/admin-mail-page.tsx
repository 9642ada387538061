import type { MailStatus } from '@frontdesk/contract/mails'
import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { textOf, useSearchParams } from '#web/lib/use-search-params.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { MailSetupNotice } from './mail-setup-notice.tsx'
import { MailTable } from './mail-table.tsx'
import { mailSetupQuery } from './mails.api.ts'

type Params = { status: '' | MailStatus; search: string }

const statuses = ['queued', 'sent', 'failed'] as const

const readParams = (raw: Record<string, unknown>): Params => ({
  status: statuses.find((one) => one === raw.status) ?? '',
  search: textOf(raw.search),
})

export function AdminMailPage() {
  usePageTitle('Mail · Admin Panel')
  const { params, change } = useSearchParams(readParams)
  const { data: setup, isLoading } = useQuery(mailSetupQuery)
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count})`
  const options = [
    { value: '', label: 'All' },
    { value: 'queued', label: counted('Queued', setup?.counts.queued) },
    { value: 'sent', label: counted('Sent', setup?.counts.sent) },
    { value: 'failed', label: counted('Failed', setup?.counts.failed) },
  ] as const
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      {/* The notices come first: what stands below would be moved by them. */}
      {isLoading ? (
        <SkeletonLines lines={10} />
      ) : (
        <>
          {setup && <MailSetupNotice setup={setup} />}
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <SegmentedControl
              label="Which mails"
              options={options}
              value={params.status}
              onChange={(status) => change({ status })}
            />
            <ListSearch
              label="Search mails"
              placeholder="Search mails…"
              value={params.search}
              onChange={(search) => change({ search }, { replace: true })}
              className="min-w-56 grow basis-0"
            />
          </div>
          <MailTable params={params} onShowAll={() => change({ status: '', search: '' })} />
        </>
      )}
    </>
  )
}
