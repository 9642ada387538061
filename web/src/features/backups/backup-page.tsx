import { useQuery } from '@tanstack/react-query'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { BackupForm } from './backup-form.tsx'
import { BackupList } from './backup-list.tsx'
import { backupSettingsQuery } from './backups.api.ts'
import { RehearsalList } from './rehearsal-list.tsx'

/** When everything is backed up, what became of it, and whether it could be restored. */
export function BackupPage() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(backupSettingsQuery)
  return (
    <SettingsFrame title="Backup">
      {error && !data && (
        <ErrorPanel title="Failed to load the backups" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!error && !isFetchedAfterMount && <SkeletonLines lines={12} />}
      {data && isFetchedAfterMount && (
        <div className="max-w-2xl">
          <SettingsSection
            title="Backup"
            description="One file with everything that is in the portal, made while people work. A copy on another machine is what helps when this one is lost."
          >
            <BackupForm loaded={data} />
          </SettingsSection>
          <SettingsSection
            title="What was made"
            description="Each is read again once it is written. Old ones make room for new ones; the newest never goes."
          >
            <BackupList />
          </SettingsSection>
          <SettingsSection
            title="Rehearsals"
            description="A backup that was never restored is a hope. A rehearsal restores the newest beside the real data, checks the chain of acknowledgments, checkpoints and obligations, and clears up after itself."
          >
            <RehearsalList />
          </SettingsSection>
        </div>
      )}
    </SettingsFrame>
  )
}
