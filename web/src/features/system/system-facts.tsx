import type { System } from '@frontdesk/contract/system'
import type { ReactNode } from 'react'
import { roughSize } from '#web/lib/files.ts'
import { counted } from '#web/lib/format.ts'
import { Fact, FactGroup } from '#web/ui/card.tsx'
import { DateTime, RelativeTime } from '#web/ui/times.tsx'

const number = (count: number) => count.toLocaleString('en-US')

/** `None`, `0.4 s`, `12 s`, `3 min`. */
function span(seconds: number): string {
  if (seconds < 0.05) return 'None'
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}

/** How every part does, in the order in which one would miss it. */
export function SystemFacts({ system }: { system: System }) {
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
      <BackupFacts backup={system.backup} />
      <MailFacts mail={system.mail} />
      <DiskFacts system={system} />
      <JobFacts jobs={system.jobs} search={system.search} />
      <DatabaseFacts database={system.database} />
      <ServerFacts server={system.server} />
    </div>
  )
}

function BackupFacts({ backup }: { backup: System['backup'] }) {
  const { last_at: last, last_bytes: bytes, next_at: next, rehearsed_at: rehearsed } = backup
  return (
    <FactGroup title="Backup">
      <Fact term="Last">
        {last ? <DateTime iso={last} /> : 'Never'}
        {last && bytes !== null && `, ${roughSize(bytes)}`}
      </Fact>
      <Fact term="Next">
        {backup.under_way ? (
          'Being made now'
        ) : next ? (
          <DateTime iso={next} />
        ) : (
          'When somebody asks for one'
        )}
      </Fact>
      <Fact term="Kept">
        {backup.kept === 0
          ? 'None yet'
          : `${number(backup.kept)} in ${backup.place}, ${roughSize(backup.kept_bytes)}`}
      </Fact>
      <Fact term="Last rehearsal">
        {rehearsed ? (
          <>
            <DateTime iso={rehearsed} />
            {backup.rehearsal_passed ? ': it would do' : ': it would not do'}
          </>
        ) : (
          'Never'
        )}
      </Fact>
    </FactGroup>
  )
}

function MailFacts({ mail }: { mail: System['mail'] }) {
  return (
    <FactGroup title="Mail">
      <Fact term="Mail server">
        {mail.source === 'none' ? 'Not set' : mail.host}
        {mail.source === 'environment' && <span className="text-muted">, by SMTP_URL</span>}
      </Fact>
      <Fact term="Last sent">
        {mail.last_sent_at ? <DateTime iso={mail.last_sent_at} /> : 'Never'}
      </Fact>
      <Fact term="Waiting">{mail.waiting === 0 ? 'None' : number(mail.waiting)}</Fact>
      <Fact term="Failed">
        {mail.failed === 0 ? 'None within 7 days' : `${number(mail.failed)} within 7 days`}
      </Fact>
    </FactGroup>
  )
}

function DiskFacts({ system: { disk, storage, database } }: { system: System }) {
  const files = counted(storage.files, 'file', 'files')
  return (
    <FactGroup title="Disk and files">
      {disk && (
        <Fact term="Used">
          {roughSize(disk.total_bytes - disk.free_bytes)} of {roughSize(disk.total_bytes)},{' '}
          {roughSize(disk.free_bytes)} free
          <UsedBar used={1 - disk.free_bytes / disk.total_bytes} />
        </Fact>
      )}
      <Fact term="Data">
        {roughSize(database.bytes)}
        {!database.embedded && <span className="text-muted">, on the database’s own server</span>}
      </Fact>
      <Fact term="Uploaded files">
        {files}, {roughSize(storage.bytes)}
      </Fact>
      <Fact term="Kept in">
        {storage.bucket === null ? 'The data folder' : `The bucket ${storage.bucket}`}
        {storage.reachable ? ', which answers' : ', which can’t be written to'}
      </Fact>
    </FactGroup>
  )
}

/** How full the disk is, at a glance; the words beside it say the same. */
function UsedBar({ used }: { used: number }) {
  return (
    <span aria-hidden="true" className="mt-1.5 block h-1.5 rounded-sm bg-line">
      <span
        className="block h-full rounded-sm bg-accent"
        style={{ width: `${Math.round(used * 100)}%` }}
      />
    </span>
  )
}

function JobFacts({ jobs, search }: { jobs: System['jobs']; search: System['search'] }) {
  return (
    <FactGroup title="Jobs and search">
      <Fact term="Running">
        {jobs.running === 0 ? 'None' : number(jobs.running)}
        {jobs.waiting > 0 && `, ${number(jobs.waiting)} waiting`}
      </Fact>
      <Fact term="To try again">{jobs.again === 0 ? 'None' : number(jobs.again)}</Fact>
      <Fact term="Failed for good">
        {jobs.failed_count === 0 ? 'None' : number(jobs.failed_count)}
      </Fact>
      <Fact term="Search">
        {counted(search.items, 'item', 'items')}
        {search.caught_up ? ', up to date' : ', still reading'}
      </Fact>
    </FactGroup>
  )
}

function DatabaseFacts({ database }: { database: System['database'] }) {
  return (
    <FactGroup title="Database">
      <Fact term="PostgreSQL">
        {database.version}
        <span className="text-muted">{database.embedded ? ', the one that came along' : ''}</span>
      </Fact>
      <Fact term="Up">
        <Since iso={database.started_at} />
      </Fact>
      <Fact term="Connections">
        {number(database.connections)} of {number(database.most_connections)}
        <span className="block text-sm text-muted">
          Of this server: {database.pool_used} of {database.pool_most} in use
          {database.pool_awaited > 0 && `, ${number(database.pool_awaited)} requests wait`}
        </span>
      </Fact>
      <Fact term="Longest wait">{span(database.longest_wait_seconds)}</Fact>
      <Fact term="Longest query">{span(database.longest_statement_seconds)}</Fact>
    </FactGroup>
  )
}

function ServerFacts({ server }: { server: System['server'] }) {
  return (
    <FactGroup title="Server">
      <Fact term="Front Desk">{server.version}</Fact>
      <Fact term="Node.js">{server.node}</Fact>
      <Fact term="Up">
        <Since iso={server.started_at} />
      </Fact>
    </FactGroup>
  )
}

function Since({ iso }: { iso: string }): ReactNode {
  return (
    <>
      Since <DateTime iso={iso} />
      <span className="text-muted">
        {' ('}
        <RelativeTime iso={iso} />)
      </span>
    </>
  )
}
