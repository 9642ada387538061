import { useQueryClient } from '@tanstack/react-query'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { useTextsForm } from '#web/features/editing/use-texts-form.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  evidenceSettingsQuery,
  useSaveMailTo,
  type LoadedEvidenceSettings,
} from './checkpoints.api.ts'

type MailTo = { addresses: string }

const savedIn = ({ data, etag }: LoadedEvidenceSettings) => ({
  texts: { addresses: data.mail_to.join('\n') },
  etag,
})

const isTexts = (value: unknown): value is MailTo =>
  typeof value === 'object' &&
  value !== null &&
  'addresses' in value &&
  typeof value.addresses === 'string'

/** White space between addresses says nothing. */
const sameTexts = (one: MailTo, other: MailTo) =>
  addressesIn(one.addresses).join(' ') === addressesIn(other.addresses).join(' ')

function useMailToForm(loaded: LoadedEvidenceSettings) {
  const state = useTextsForm<MailTo>({
    what: 'evidence-mail-to',
    id: null,
    saved: savedIn(loaded),
    isTexts,
    sameTexts,
    shouldFocusError: true,
  })
  const { form, base, setBase, fill } = state
  const [theirs, setTheirs] = useState<LoadedEvidenceSettings | null>(null)
  const client = useQueryClient()
  const save = useSaveMailTo()
  const accept = (newest: LoadedEvidenceSettings) => {
    fill(savedIn(newest).texts)
    setBase(savedIn(newest))
    setTheirs(null)
  }
  const keepMine = (newest: LoadedEvidenceSettings) => {
    setBase(savedIn(newest))
    setTheirs(null)
  }
  const submit = form.handleSubmit(async ({ addresses }) => {
    try {
      accept(await save.mutateAsync({ mailTo: addressesIn(addresses), etag: base.etag }))
      toast.success('The addresses are saved')
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'edit_conflict'
      const newest =
        isConflict && (await client.fetchQuery(evidenceSettingsQuery).catch(() => null))
      if (newest) return setTheirs(newest)
      const [sentence] = Object.values((error instanceof ApiError && error.fields) || {})
      form.setError('addresses', { message: sentence ?? messageOf(error, 'Please try again.') })
    }
  })
  return { state, save, submit, theirs, accept, keepMine }
}

/** Who gets each checkpoint by mail. */
export function MailToForm({ loaded }: { loaded: LoadedEvidenceSettings }) {
  const { state, save, submit, theirs, accept, keepMine } = useMailToForm(loaded)
  const { form, isDirty } = state
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <RestoredNotice state={state} />
      {theirs && (
        <Notice
          tone="warning"
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => keepMine(theirs)}>
                Keep mine
              </Button>
              <Button variant="secondary" size="sm" onClick={() => accept(theirs)}>
                Take theirs
              </Button>
            </div>
          }
        >
          <p className="font-semibold">
            {theirs.data.updated_by_name ?? 'Somebody else'} saved other addresses meanwhile
          </p>
          <p className="text-muted wrap-anywhere">
            Theirs: {theirs.data.mail_to.join(', ') || 'nobody'}. What you typed is still here.
          </p>
        </Notice>
      )}
      <Field
        label="Mail checkpoints to"
        hint="People outside, such as your lawyer and the broker of record. One address a line, up to 10."
        error={form.formState.errors.addresses?.message}
      >
        <TextArea
          rows={3}
          autogrow
          spellCheck={false}
          autoCapitalize="none"
          inputMode="email"
          placeholder="lawyer@example.com"
          {...form.register('addresses')}
        />
      </Field>
      <div className="flex gap-2 max-sm:*:grow">
        <Button type="submit" disabled={!isDirty} busy={save.isPending} busyLabel="Saving…">
          Save Addresses
        </Button>
      </div>
      <UnsavedDialog isDirty={isDirty} isSettled={state.isSettled} />
    </form>
  )
}

/** The addresses in what was typed or pasted, each once: by lines, commas, semicolons or spaces. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.toLowerCase())
      .filter(Boolean),
  ),
]
