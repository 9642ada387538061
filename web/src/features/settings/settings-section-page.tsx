import type { AdminSettings } from '@frontdesk/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { RestoredNotice } from '#web/features/editing/item-form.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { adminSettingsQuery, type LoadedSettings, useUpdateSettings } from './admin-settings.api.ts'
import { SectionFields } from './section-fields.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { findSection, type SettingsSectionFacts } from './settings-sections.ts'
import {
  bodyOf,
  changedFields,
  fieldLabels,
  type SettingsField,
  type SettingsValues,
  valuesOf,
} from './settings-values.ts'
import { type SettingsFormState, useSettingsForm } from './use-settings-form.ts'

const ProvidersSection = late(
  () => import('#web/features/single-sign-on/providers-section.tsx'),
  'ProvidersSection',
)

export function SettingsSectionPage() {
  const { section: id } = useParams({ from: '/shell/admin/settings/$section' })
  const section = findSection(id)
  return section ? <SectionPage section={section} /> : <Navigate to="/admin/settings" replace />
}

function SectionPage({ section }: { section: SettingsSectionFacts }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(adminSettingsQuery)
  return (
    <SettingsFrame title={section.title}>
      <LoadState of={{ data, error, refetch }} failure="Failed to load the settings" />
      {/* Editing begins on what the server has now, not on what this browser remembers. */}
      {!error && !isFetchedAfterMount && <SkeletonLines lines={14} />}
      {data && isFetchedAfterMount && (
        <SettingsEditor key={section.id} section={section} loaded={data} />
      )}
      {section.id === 'sign-in' && (
        <Suspense>
          <ProvidersSection />
        </Suspense>
      )}
    </SettingsFrame>
  )
}

type SettingsEditorProps = { section: SettingsSectionFacts; loaded: LoadedSettings }

/** One section's form, with a save of its own. */
function SettingsEditor({ section, loaded }: SettingsEditorProps) {
  const state = useSettingsForm(section, loaded)
  const { form, base } = state
  const client = useQueryClient()
  const update = useUpdateSettings()
  const [theirs, setTheirs] = useState<LoadedSettings | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const saveOn = async (etag: string | null, values: SettingsValues) => {
    try {
      const body = bodyOf(values, base.texts, section.fields)
      state.accept(await update.mutateAsync({ body, etag }))
      setTheirs(null)
      toast.success('The settings were saved')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        const newest = await client.fetchQuery(adminSettingsQuery).catch(() => null)
        // Somebody saved another section: that is no conflict.
        if (newest && newest.etag !== etag && state.isUntouched(newest)) {
          return saveOn(newest.etag, values)
        }
        if (newest) return setTheirs(newest)
      }
      showFieldErrors(state, error)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  const save = async (values: SettingsValues) => {
    setProblem(null)
    await saveOn(base.etag, values)
  }
  return (
    <form
      noValidate
      className="max-w-2xl"
      onSubmit={(event) => void form.handleSubmit(save, () => setProblem(null))(event)}
    >
      <RestoredNotice state={state} />
      {theirs ? (
        <SettingsConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
      ) : (
        <SettingsSavedMeanwhile state={state} loaded={loaded} onCompare={() => setTheirs(loaded)} />
      )}
      <SectionFields id={section.id} state={state} settings={loaded.data} />
      <SaveBar
        state={state}
        settings={loaded.data}
        problem={problem}
        onDismiss={() => setProblem(null)}
      />
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </form>
  )
}

/** Puts the server's sentences beside the fields that they are about. */
function showFieldErrors({ form, values }: SettingsFormState, error: unknown) {
  if (!(error instanceof ApiError) || !error.fields) return
  for (const [path, message] of Object.entries(error.fields)) {
    const [field = ''] = path.split('.')
    if (!(field in values)) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it begins with a field's name
    const place = (field === 'help_cards' ? path : field) as FieldPath<SettingsValues>
    form.setError(place, { message })
  }
}

type SettingsConflictProps = {
  state: SettingsFormState
  theirs: LoadedSettings
  onSettled: () => void
}

/** Two people changed the settings at once: the second decides, and loses nothing. */
function SettingsConflict({ state, theirs, onSettled }: SettingsConflictProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const { values, base, changed, fields } = state
  const newest = valuesOf(theirs.data)
  const name = theirs.data.updated_by_name ?? 'Somebody else'
  const saved = changedFields(newest, base.texts, fields)
  const both = changed.filter((field) => saved.includes(field))
  const keepMine = () => {
    state.rebase(theirs)
    onSettled()
    toast.success('Your changes are on top of theirs now. Save to keep them.')
  }
  const discardMine = () => {
    state.accept(theirs)
    onSettled()
    toast.undo('Your changes were discarded', () => state.fill(values))
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Saved by somebody else meanwhile"
      className="mb-6 grid scroll-mt-20 gap-4 rounded-lg border border-warning-line bg-warning-soft p-4 sm:p-5"
    >
      <div className="flex items-start gap-3">
        <GitCompareArrows className="mt-1 size-5 shrink-0 text-warning" aria-hidden="true" />
        <div>
          <h2 className="text-lg font-semibold">{name} saved this section meanwhile</h2>
          <p className="text-muted">
            {both.length > 0
              ? 'You both changed what stands below. What you typed is still in the form; nothing replaces theirs until you save again.'
              : 'What you changed is still in the form, and they changed other things.'}
          </p>
        </div>
      </div>
      {both.map((field) => (
        <dl
          key={field}
          className="grid gap-x-6 gap-y-1 border-t border-warning-line pt-3 sm:grid-cols-2"
        >
          <Side term={`${fieldLabels[field]}, theirs`}>{textOf(newest[field], field)}</Side>
          <Side term={`${fieldLabels[field]}, yours`}>{textOf(values[field], field)}</Side>
        </dl>
      ))}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button onClick={keepMine}>Keep mine on top of it</Button>
        <Button variant="secondary" onClick={discardMine}>
          Discard mine
        </Button>
      </div>
    </section>
  )
}

function Side({ term, children }: { term: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

function textOf(value: unknown, field: SettingsField): string {
  if (field === 'reminders') return value === true ? 'On' : 'Off'
  if (Array.isArray(value)) {
    return value
      .map(({ title, text }: { title: string; text: string }) => `${title}: ${text}`)
      .join('\n')
  }
  if (field === 'chat_retention_years') {
    return value === '' ? 'For ever' : value === '1' ? '1 year' : `${String(value)} years`
  }
  return typeof value === 'string' && value !== '' ? value : 'Nothing'
}

type SettingsSavedMeanwhileProps = {
  state: SettingsFormState
  /** The newest that the server has said. */
  loaded: LoadedSettings
  onCompare: () => void
}

/** Somebody saved while this form was open: an untouched section follows, a touched one is told. */
function SettingsSavedMeanwhile(props: SettingsSavedMeanwhileProps) {
  const { state, loaded, onCompare } = props
  const { base, isDirty, accept, follow, isUntouched, form } = state
  const isBehind = loaded.etag !== base.etag && !form.formState.isSubmitting
  const isOfOthers = isBehind && isUntouched(loaded)
  useEffect(() => {
    if (isBehind && !isDirty) accept(loaded)
    else if (isOfOthers) follow(loaded)
  })
  if (!isBehind || !isDirty || isOfOthers) return null
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        action={
          <Button variant="secondary" size="sm" onClick={onCompare}>
            Compare
          </Button>
        }
      >
        {loaded.data.updated_by_name ?? 'Somebody'} saved this section after you began to change it.
        Nothing of yours is lost.
      </Notice>
    </div>
  )
}

type SaveBarProps = {
  state: SettingsFormState
  settings: AdminSettings
  problem: string | null
  onDismiss: () => void
}

/** One save for the section, and what it would change. */
function SaveBar({ state, settings, problem, onDismiss }: SaveBarProps) {
  const { form, changed, isDirty, values, base, fill } = state
  const isSaving = form.formState.isSubmitting
  const discard = () => {
    fill(base.texts)
    toast.undo('Your changes were discarded', () => fill(values))
  }
  return (
    <div className="foot-bar -mx-1 -mt-px grid gap-3 border-t border-line px-1 py-4">
      {problem && (
        <ErrorPanel title="The settings were not saved" onDismiss={onDismiss}>
          {problem}
        </ErrorPanel>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-48 grow basis-0 text-sm text-muted" aria-live="polite">
          {isDirty ? `Not saved: ${listed(changed.map((field) => fieldLabels[field]))}` : null}
          {!isDirty && settings.updated_at && (
            <>
              Saved <RelativeTime iso={settings.updated_at} />
              {settings.updated_by_name && ` by ${settings.updated_by_name}`}
            </>
          )}
        </p>
        <div className="flex gap-2 max-sm:w-full max-sm:*:grow">
          <Button type="submit" disabled={!isDirty} busy={isSaving} busyLabel="Saving…">
            Save Settings
          </Button>
          <Button variant="secondary" disabled={!isDirty || isSaving} onClick={discard}>
            Discard
          </Button>
        </div>
      </div>
    </div>
  )
}

function listed(names: string[]): string {
  const [first = '', second = '', ...others] = names
  if (names.length <= 2) return names.join(' and ')
  return `${first}, ${second} and ${others.length} more`
}
