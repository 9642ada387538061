import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Clock, LifeBuoy, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { RestoredNotice, useTextsForm } from '#web/features/editing/item-form.tsx'
import { TheirsNotice, useTheirs } from '#web/features/editing/theirs.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BackupList } from './backup-list.tsx'
import {
  type BackupSettingsBody,
  backupSettingsQuery,
  type LoadedBackupSettings,
  rehearsalsQuery,
  useRehearse,
  useSaveBackupSettings,
} from './backups.api.ts'

/** When everything is backed up, what became of it, and whether it could be restored. */
export function BackupPage() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(backupSettingsQuery)
  return (
    <SettingsFrame title="Backup">
      <LoadState of={{ data, error, refetch }} failure="Failed to load the backups" />
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

type BackupTexts = {
  enabled: boolean
  at: string
  keep_daily: string
  keep_weekly: string
  keep_monthly: string
  rehearses: boolean
  folder: string
}

const savedIn = ({ data, etag }: LoadedBackupSettings) => ({
  texts: {
    enabled: data.enabled,
    at: data.at,
    keep_daily: String(data.keep_daily),
    keep_weekly: String(data.keep_weekly),
    keep_monthly: String(data.keep_monthly),
    rehearses: data.rehearses,
    folder: data.folder ?? '',
  } satisfies BackupTexts,
  etag,
})

const isTexts = (value: unknown): value is BackupTexts =>
  typeof value === 'object' && value !== null && 'at' in value && 'folder' in value

const sameTexts = (one: BackupTexts, other: BackupTexts) =>
  (Object.keys(one) as (keyof BackupTexts)[]).every((field) => one[field] === other[field])

const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : -1)

const bodyOf = (texts: BackupTexts): BackupSettingsBody => ({
  ...texts,
  keep_daily: numberIn(texts.keep_daily),
  keep_weekly: numberIn(texts.keep_weekly),
  keep_monthly: numberIn(texts.keep_monthly),
})

function useBackupForm(loaded: LoadedBackupSettings) {
  const state = useTextsForm<BackupTexts>({
    what: 'backup-settings',
    id: null,
    saved: savedIn(loaded),
    isTexts,
    sameTexts,
    shouldFocusError: true,
  })
  const { form, base, setBase, fill } = state
  // It holds a secret, and is kept nowhere.
  const [bucket, setBucket] = useState<string | null | undefined>()
  const [problem, setProblem] = useState<{ field: string | null; sentence: string } | null>(null)
  const save = useSaveBackupSettings()
  const accept = (newest: LoadedBackupSettings) => {
    fill(savedIn(newest).texts)
    setBase(savedIn(newest))
    setBucket(undefined)
  }
  const others = useTheirs(backupSettingsQuery, {
    keepMine: (newest) => setBase(savedIn(newest)),
    takeTheirs: accept,
  })
  const submit = form.handleSubmit(async (texts) => {
    setProblem(null)
    try {
      const body = { ...bodyOf(texts), bucket_address: bucket }
      accept(await save.mutateAsync({ body, etag: base.etag }))
      toast.success('The settings were saved')
    } catch (error) {
      if (await others.find(error)) return
      const [field, sentence] =
        Object.entries((error instanceof ApiError && error.fields) || {})[0] ?? []
      const said = sentence ?? messageOf(error, 'Please try again.')
      if (field && field in texts) form.setError(field as keyof BackupTexts, { message: said })
      else setProblem({ field: field ?? null, sentence: said })
    }
  })
  return { state, save, submit, others, bucket, setBucket, problem }
}

type Form = ReturnType<typeof useBackupForm>

/** When, where, and for how long. */
function BackupForm({ loaded }: { loaded: LoadedBackupSettings }) {
  const form = useBackupForm(loaded)
  const { state, save, submit, others, bucket, problem } = form
  const { register, formState } = state.form
  const { data } = loaded
  const decided = new Set(data.set_by_environment)
  const isDirty = state.isDirty || bucket !== undefined
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <RestoredNotice state={state} />
      <TheirsNotice of={others} title={() => 'Somebody else changed the backups meanwhile'} />
      <Checkbox
        label="Back up every day"
        disabled={decided.has('place')}
        hint={
          data.next_at
            ? `The next one begins on ${formatDateTime(data.next_at)}.`
            : 'All administrators are mailed when one fails, and when there is none for two days.'
        }
        {...register('enabled')}
      />
      <Field
        label="Time of day"
        hint={`By the brokerage’s clock, ${data.time_zone.replaceAll('_', ' ')}.`}
        error={formState.errors.at?.message}
      >
        <TextInput
          type="time"
          className="max-w-36"
          readOnly={decided.has('at')}
          {...register('at')}
        />
      </Field>
      <Keep form={form} isDecided={decided.has('keep')} />
      {decided.has('place') ? (
        <p>
          Backups go to {data.place}: this installation was started with <code>BACKUP_URL</code>,
          which decides.
        </p>
      ) : (
        <Place form={form} loaded={loaded} />
      )}
      <Checkbox
        label="Rehearse a restore every month"
        hint="You are mailed if the backup would not do."
        {...register('rehearses')}
      />
      {problem?.field === null && <Notice tone="danger">{problem.sentence}</Notice>}
      <div className="flex gap-2 max-sm:*:grow">
        <Button type="submit" disabled={!isDirty} busy={save.isPending} busyLabel="Saving…">
          Save Changes
        </Button>
      </div>
      <UnsavedDialog isDirty={isDirty} isSettled={state.isSettled} />
    </form>
  )
}

function Keep({ form, isDecided }: { form: Form; isDecided: boolean }) {
  const { register, formState } = form.state.form
  const fields = [
    ['keep_daily', 'Days'],
    ['keep_weekly', 'Weeks'],
    ['keep_monthly', 'Months'],
  ] as const
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Keep the last backup of each of the last</legend>
      <div className="grid grid-cols-3 gap-3 sm:max-w-sm">
        {fields.map(([field, label]) => (
          <Field key={field} label={label} error={formState.errors[field]?.message}>
            <TextInput
              inputMode="numeric"
              maxLength={3}
              readOnly={isDecided}
              {...register(field)}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

function Place({ form, loaded }: { form: Form; loaded: LoadedBackupSettings }) {
  const { register, formState } = form.state.form
  const { bucket, setBucket, problem } = form
  const { bucket: known, place } = loaded.data
  if (known !== null && bucket === undefined) {
    return (
      <div className="grid gap-2">
        <p>Backups go to {place}.</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setBucket('')}>
            Name another bucket
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setBucket(null)}>
            Use a folder instead
          </Button>
        </div>
      </div>
    )
  }
  if (typeof bucket === 'string') {
    return (
      <Field
        label="Bucket"
        hint="As s3://key:secret@bucket/folder?region=eu-west-1, with &endpoint=https://… for what is not Amazon’s. It is kept encrypted, and shown to nobody."
        error={problem?.field === 'bucket_address' ? problem.sentence : undefined}
      >
        <TextInput
          value={bucket}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setBucket(event.target.value)}
        />
      </Field>
    )
  }
  return (
    <div className="grid gap-2">
      <Field
        label="Folder on the server"
        optional
        hint={`A whole path, best on another disk. Empty: ${known === null ? place : 'the folder of backups beside the data'}.`}
        error={formState.errors.folder?.message}
      >
        <TextInput spellCheck={false} autoCapitalize="none" {...register('folder')} />
      </Field>
      <div>
        <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setBucket('')}>
          Use a bucket (S3) instead
        </Button>
      </div>
    </div>
  )
}

const STATES = {
  waiting: { tone: 'neutral', icon: Clock, word: 'Waiting' },
  running: { tone: 'accent', icon: LoaderCircle, word: 'Under way' },
  passed: { tone: 'success', icon: Check, word: 'It would do' },
  failed: { tone: 'danger', icon: CircleAlert, word: 'It would not do' },
} as const

/** The last rehearsals, with what they found. */
function RehearsalList() {
  const { data, error, refetch } = useQuery(rehearsalsQuery)
  const rehearse = useRehearse()
  if (error && !data)
    return <LoadState of={{ data, error, refetch }} failure="Failed to load the rehearsals" />
  if (!data) return <SkeletonLines lines={4} />
  const isUnderWay = data.some(({ state }) => state === 'waiting' || state === 'running')
  const button = (
    <Button
      variant="secondary"
      disabled={isUnderWay}
      busy={rehearse.isPending}
      busyLabel="Beginning…"
      onClick={() =>
        rehearse.mutate(undefined, {
          onError: (failure) => toast.error(messageOf(failure, 'The rehearsal was not begun.')),
        })
      }
    >
      Rehearse a restore
    </Button>
  )
  if (data.length === 0) {
    return <EmptyState icon={LifeBuoy} title="Never rehearsed" action={button} />
  }
  return (
    <div className="grid gap-4">
      <div>{button}</div>
      <ul aria-label="Rehearsals" className="grid gap-2" aria-live="polite">
        {data.map(({ id, state, backup, asked_at: asked, ended_at: ended, report }) => (
          <li key={id} className="rounded-lg border border-line bg-surface px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <DateTime iso={ended ?? asked} className="font-medium" />
              <Badge tone={STATES[state].tone} icon={STATES[state].icon}>
                {STATES[state].word}
              </Badge>
            </div>
            {backup && <p className="mt-1 text-sm wrap-anywhere text-muted">{backup}</p>}
            {report.length > 0 && (
              <ul className="mt-2 grid list-disc gap-1 ps-5 text-sm wrap-anywhere">
                {report.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
