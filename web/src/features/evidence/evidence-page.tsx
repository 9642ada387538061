import type { EvidencePack } from '@frontdesk/contract/evidence-packs'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Plus, Stamp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { roughSize } from '#web/lib/files.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { packsQuery, savePack, useRemovePack } from './evidence.api.ts'
import { PackForm } from './pack-form.tsx'

/** Packs of evidence: asked for, made, downloaded. */
export function EvidencePage() {
  usePageTitle('Evidence · Admin Panel')
  const { data, error, refetch } = useQuery(packsQuery)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="grid max-w-4xl grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[64ch] grow basis-80 text-muted">
            One file that shows who acknowledged what, when and in which words, and that a stranger
            can check without this program and without a network. It is kept here for 30 days.
          </p>
          {!isAsking && (
            <Button icon={Plus} onClick={() => setIsAsking(true)}>
              New Pack
            </Button>
          )}
        </div>
        {isAsking && <PackForm onDone={() => setIsAsking(false)} />}
        <LoadState
          of={{ data, error, refetch }}
          failure="Failed to load packs"
          waiting={<CardSkeleton />}
        />
        {data?.length === 0 && !isAsking && (
          <EmptyState icon={Stamp} title="No Packs Yet">
            Have one made for a dispute, an audit or the safe.
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <ul aria-label="Packs" className="grid grid-cols-1 gap-3">
            {data.map((pack) => (
              <PackRow key={pack.id} pack={pack} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** One pack: how far it is, what it is about, and the way to its file. */
function PackRow({ pack }: { pack: EvidencePack }) {
  const [isAsking, setIsAsking] = useState(false)
  const removal = useRemovePack()
  const isOpen = pack.state === 'waiting' || pack.state === 'working'
  const name = `the pack of ${formatDateTime(pack.created_at)}`
  const remove = () => {
    setIsAsking(false)
    removal.mutate(pack.id, {
      onError: (error) => toast.error(failureOf(error, 'This pack was not removed.')),
    })
  }
  return (
    <li className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-48 grow basis-0 text-sm text-muted">
          <div className="text-base font-medium wrap-anywhere text-ink">{aboutOf(pack)}</div>
          <div>
            Asked for by {pack.created_by_name} on {formatDateTime(pack.created_at)}
          </div>
          <Standing pack={pack} />
        </div>
        {!isOpen && (
          <div className="flex items-center gap-2">
            {pack.state === 'ready' && (
              <SaveButton
                name={name}
                save={async () => savePack(pack)}
                failure="The pack was not downloaded."
              />
            )}
            <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => setIsAsking(true)} />
          </div>
        )}
      </div>
      {isOpen && (
        <UploadProgress
          label={`Making ${name}`}
          name={name}
          share={pack.state === 'waiting' ? null : pack.progress / 100}
          onCancel={() => setIsAsking(true)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={isOpen ? 'Stop making this pack?' : 'Remove this pack?'}
        question={
          isOpen
            ? 'What was made of it so far is thrown away. You can ask for it again.'
            : 'Its file is deleted here. Whoever downloaded it keeps theirs, and it stays valid.'
        }
        confirmLabel={isOpen ? 'Stop' : 'Remove'}
        cancelLabel={isOpen ? 'Go on' : 'Cancel'}
        danger
        onConfirm={remove}
      />
    </li>
  )
}

function Standing({ pack }: { pack: EvidencePack }) {
  if (pack.state === 'failed') {
    return (
      <p role="alert" className="mt-0.5 flex items-start gap-2 text-danger">
        <CircleAlert className="mt-[0.2em] size-4 shrink-0" aria-hidden="true" />
        <span>{pack.reason}.</span>
      </p>
    )
  }
  if (pack.state === 'ended') return <div>Its file was removed on {formatDate(pack.ends_at)}.</div>
  if (pack.state !== 'ready') return null
  return (
    <div>
      {pack.records === 1
        ? '1 acknowledgment'
        : `${pack.records?.toLocaleString('en')} acknowledgments`}{' '}
      · checkpoint {pack.checkpoint} · {roughSize(pack.file_size ?? 0)} · kept until{' '}
      {formatDate(pack.ends_at)}
      <span className="mt-1 block font-mono text-xs break-all">SHA-256 {pack.sha256}</span>
      {pack.notice && <span className="mt-1 block text-ink">{pack.notice}.</span>}
    </div>
  )
}

/** In words, with the first names and titles of what was chosen. */
function aboutOf({ user_ids: people, item_ids: items, about, from, to }: EvidencePack): string {
  const chosen = (people?.length ?? 0) + (items?.length ?? 0)
  const more = chosen - about.length
  const named = [...about, ...(more > 0 && about.length > 0 ? [`${more} more`] : [])].join(', ')
  const days = [
    ...(from === null ? [] : [`from ${formatDate(from)}`]),
    // It ends where the next day begins.
    ...(to === null ? [] : [`to ${formatDate(new Date(Date.parse(to) - 1).toISOString())}`]),
  ].join(' ')
  return [named === '' ? 'Everything about everybody' : named, days].filter(Boolean).join(' · ')
}
