import type { ListedImport } from '@frontdesk/contract/imports'
import { CircleAlert, RotateCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SaveOriginal } from '#web/features/editing/origin-line.tsx'
import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { roughSize } from '#web/lib/files.ts'
import { fullStop } from '#web/lib/format.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRemoveImport } from './imports.api.ts'

/** A file on its way to the server. */
export type UploadedFile = {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** How much has gone out, from 0 to 1. */
  progress: number
  /** Why it failed. */
  problem: string | null
  /** Whether another try may end otherwise. */
  canRetry: boolean
}

type FrameProps = {
  name: string
  size: number
  said?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

function Frame({ name, size, said, actions, children }: FrameProps) {
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-48 grow basis-0 text-sm text-muted">
          <bdi className="text-base font-medium wrap-anywhere text-ink">{name}</bdi>{' '}
          <span className="whitespace-nowrap tabular-nums">· {roughSize(size)}</span>
          {said && <div>{said}</div>}
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </div>
      {children}
    </li>
  )
}

function Problem({ sentence }: { sentence: string }) {
  return (
    <p role="alert" className="mt-0.5 flex items-start gap-2 text-danger">
      <CircleAlert className="mt-[0.2em] size-4 shrink-0" aria-hidden="true" />
      <span>{fullStop(sentence)}</span>
    </p>
  )
}

type UploadRowProps = {
  item: UploadedFile
  uploads: { retry: (key: number) => void; remove: (key: number) => void }
}

/** A file on its way to the server. */
export function UploadRow({ item, uploads }: UploadRowProps) {
  const { key, file, state, progress, problem, canRetry } = item
  const remove = () => uploads.remove(key)
  return (
    <Frame
      name={file.name}
      size={file.size}
      said={problem && <Problem sentence={problem} />}
      actions={
        state === 'failed' && (
          <>
            {canRetry && (
              <Button
                variant="secondary"
                size="sm"
                icon={RotateCw}
                aria-label={`Retry ${file.name}`}
                onClick={() => uploads.retry(key)}
              >
                Retry
              </Button>
            )}
            <IconButton icon={Trash2} label={`Remove ${file.name}`} onClick={remove} />
          </>
        )
      }
    >
      {problem === null && (
        <UploadProgress
          name={file.name}
          share={state === 'waiting' ? null : progress}
          onCancel={remove}
        />
      )}
    </Frame>
  )
}

/** A file that the server has: it is read, waits to be looked through, or became drafts. */
export function ImportRow({ file }: { file: ListedImport }) {
  const { id, file_name: name, file_size: size, state, progress, reason } = file
  const removal = useRemoveImport()
  const remove = () =>
    removal.mutate(id, {
      onError: (error) => toast.error(failureOf(error, 'This file was not removed.')),
    })
  if (state === 'kept') return <KeptRow file={file} />
  return (
    <Frame
      name={name}
      size={size}
      said={
        reason === null ? (
          state === 'ready' && (
            <>
              Read. Brought in by {file.created_by_name} <RelativeTime iso={file.created_at} />.
            </>
          )
        ) : (
          <Problem sentence={reason} />
        )
      }
      actions={
        state !== 'waiting' && (
          <>
            {state === 'ready' && (
              <ButtonLink
                to="/policies/import/$id"
                params={{ id }}
                size="sm"
                aria-label={`Look through ${name}`}
              >
                Look through
              </ButtonLink>
            )}
            <Removal name={name} asks={state === 'ready'} onRemove={remove} />
          </>
        )
      }
    >
      {state === 'waiting' && (
        <UploadProgress
          label={`Reading ${name}`}
          name={name}
          share={progress / 100}
          onCancel={remove}
        />
      )}
    </Frame>
  )
}

type RemovalProps = { name: string; asks: boolean; onRemove: () => void }

function Removal({ name, asks, onRemove }: RemovalProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Remove ${name}`}
        onClick={() => (asks ? setIsAsking(true) : onRemove())}
      />
      {asks && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          title="Remove this file?"
          question={`${name} and what was read in it are deleted here. The file on your own disk stays.`}
          confirmLabel="Remove"
          danger
          onConfirm={() => {
            setIsAsking(false)
            onRemove()
          }}
        />
      )}
    </>
  )
}

function KeptRow({ file }: { file: ListedImport }) {
  const { file_name: name, drafts_count: drafts, policies_count: policies } = file
  const became = [
    drafts > 0 && (drafts === 1 ? '1 draft' : `${drafts} drafts`),
    policies > 0 && (policies === 1 ? '1 policy' : `${policies} policies`),
  ].filter(Boolean)
  return (
    <Frame
      name={name}
      size={file.file_size}
      said={
        <>
          {became.length > 0 ? `Became ${became.join(' and ')}` : 'What it became is gone'}; brought
          in by {file.created_by_name} <RelativeTime iso={file.created_at} />.
          <span className="mt-1 block font-mono text-xs break-all">SHA-256 {file.sha256}</span>
        </>
      }
      actions={<SaveOriginal file={file} />}
    />
  )
}
