import { type ReactNode, useMemo, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  useForm,
  useWatch,
} from 'react-hook-form'
import { keptTextKey, readKeptText, useKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PublishingForm, UnsavedDialog } from './form-frame.tsx'
import { firstError } from './form-rules.ts'

type TextsForm<Texts> = {
  /** What is edited, such as `policy`. */
  what: string
  /** Which one; null for a new one. */
  id: string | null
  /** What the form is compared with, and the `ETag` that a save of it names. */
  saved: { texts: Texts; etag: string | null }
  /** Whether a value from the browser's storage is such a form's texts. */
  isTexts: (value: unknown) => value is Texts
  /** Whether two would be saved as the same. */
  sameTexts: (one: Texts, other: Texts) => boolean
  /** Left to the form where its fields don't stand in the order that they are registered in. */
  shouldFocusError?: boolean
}

/** The state of one form; text that this tab kept from an earlier visit is already in it. */
export function useTextsForm<Texts extends FieldValues>(options: TextsForm<Texts>) {
  const { what, id, saved, isTexts, sameTexts, shouldFocusError = false } = options
  const key = keptTextKey(what, useUser().id, id)
  const [kept, setKept] = useState(() => {
    const found = readKeptText(unsavedTexts(), key, isTexts)
    return found && !sameTexts(found.values, saved.texts) ? found : null
  })
  // Text that was begun on an older revision is still on top of that one: saving it says so.
  const [base, setBase] = useState(kept ? { ...saved, etag: kept.etag } : saved)
  const form = useForm<Texts>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whole texts are defaults, too
    defaultValues: (kept?.values ?? saved.texts) as DefaultValues<Texts>,
    shouldFocusError,
  })
  const watched = useWatch({ control: form.control })
  const texts: Texts = useMemo(
    // A field that isn't on screen yet has its value too.
    () => ({ ...form.getValues(), ...(watched as Partial<Texts>) }),
    [form, watched],
  )
  const isDirty = !sameTexts(texts, base.texts)
  const unsaved = useMemo(
    () => (isDirty ? { values: texts, etag: base.etag } : null),
    [isDirty, texts, base.etag],
  )
  const { settle, isSettled } = useKeptText(key, unsaved)

  /** Puts these texts into the form. */
  const fill = (next: Texts) => {
    form.reset(next)
    setKept(null)
  }
  const restoredAt = kept?.keptAt ?? null
  return { form, texts, isDirty, base, setBase, fill, settle, isSettled, restoredAt }
}

export type TextsFormState<Texts extends FieldValues> = ReturnType<typeof useTextsForm<Texts>>

/** What the form of an item is told by its page, whichever kind it is. */
export type ItemFormProps<Texts extends FieldValues> = FormFooterProps & {
  state: TextsFormState<Texts>
  /** Above the fields: news about the text. */
  notice?: ReactNode
  onSave: (values: Texts) => Promise<void>
}

type ItemFormFrameProps<Texts extends FieldValues> = ItemFormProps<Texts> & {
  /** Its fields from top to bottom: the first that can't be saved as it is takes the focus. */
  order: readonly string[]
  /** What keeps the form from being saved; left out: what is said at the first of those fields. */
  missingOf?: (errors: FieldErrors<Texts>) => string | null
  /** Whether it has sections and lists of fields. */
  isLong?: boolean
  children: ReactNode
}

/** The form of an item: its fields, its buttons, what became of saving, and a question before unsaved text is left. */
export function ItemForm<Texts extends FieldValues>(props: ItemFormFrameProps<Texts>) {
  const {
    state,
    notice,
    order,
    missingOf = (errors) => firstError(errors, order)?.message ?? null,
    isLong,
    onDismiss,
    onSave,
    children,
    ...footer
  } = props
  const { form } = state
  const { errors, isSubmitting } = form.formState
  const point = (found: FieldErrors<Texts>) => {
    onDismiss()
    const first = firstError(found, order)
    if (first) form.setFocus(first.name as FieldPath<Texts>)
  }
  return (
    <PublishingForm
      noValidate
      className={classes(
        'grid grid-cols-[minmax(0,1fr)]',
        isLong ? 'max-w-4xl gap-8' : 'max-w-3xl gap-6',
      )}
      onSubmit={(event) => void form.handleSubmit(onSave, point)(event)}
    >
      <RestoredNotice state={state} />
      {notice}
      {children}
      <FormFooter
        {...footer}
        onDismiss={onDismiss}
        isSaving={isSubmitting}
        missing={missingOf(errors)}
      />
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </PublishingForm>
  )
}

/** What of a form may be text from an earlier visit. */
type RestorableForm<Texts> = {
  restoredAt: number | null
  texts: Texts
  base: { texts: Texts }
  fill: (texts: Texts) => void
}

/** Says that the form holds text from an earlier visit, and how to be rid of it. */
export function RestoredNotice<Texts>({ state }: { state: RestorableForm<Texts> }) {
  const { restoredAt, texts, base, fill } = state
  if (restoredAt === null) return null
  const discard = () => {
    fill(base.texts)
    toast.undo('Your unsaved text was discarded', () => fill(texts))
  }
  return (
    <Notice
      tone="accent"
      action={
        <Button variant="secondary" size="sm" onClick={discard}>
          Discard it
        </Button>
      }
    >
      Your unsaved text from <RelativeTime iso={new Date(restoredAt).toISOString()} /> is back.
    </Notice>
  )
}

type FormFooterProps = {
  saveLabel: string
  busyLabel: string
  /** What has failed when there is a problem. */
  failure: string
  problem: string | null
  onDismiss: () => void
  onCancel: () => void
  cancelLabel?: string
  /** Between the two buttons: what else can be done with the form. */
  actions?: ReactNode
  /** Beside the buttons. */
  note?: ReactNode
}

/** The buttons of a long form, always in sight, and what became of saving. */
function FormFooter(props: FormFooterProps & { isSaving: boolean; missing: string | null }) {
  const { saveLabel, busyLabel, failure, problem, isSaving, missing, onDismiss, onCancel } = props
  const { cancelLabel = 'Cancel', actions, note } = props
  return (
    <div className="foot-bar -mx-1 grid gap-3 border-t border-line px-1 py-4">
      {missing && <ErrorPanel>{missing}</ErrorPanel>}
      {problem && (
        <ErrorPanel title={failure} onDismiss={onDismiss}>
          {problem}
        </ErrorPanel>
      )}
      {/* Three of them stay in one row of a phone: the page leaves room for no more. */}
      <div className="flex flex-wrap items-center gap-2 max-sm:*:grow max-sm:*:px-3">
        <Button type="submit" busy={isSaving} busyLabel={busyLabel}>
          {saveLabel}
        </Button>
        {actions}
        <Button variant="secondary" disabled={isSaving} onClick={onCancel}>
          {cancelLabel}
        </Button>
        {note}
      </div>
    </div>
  )
}
