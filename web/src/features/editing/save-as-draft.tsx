import type { DraftKind } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type DraftBody, draftOfItemQuery, useCreateDraft } from './drafts.api.ts'
import type { TextsFormState } from './item-form.tsx'

type SaveAsDraftProps<Texts extends FieldValues> = {
  kind: DraftKind
  state: TextsFormState<Texts>
  /** What the form has so far; null where it can't be left yet, which it says itself. */
  body: () => DraftBody | null
  /** Puts the server's sentences beside the fields that they are about. */
  showErrors: (error: unknown) => void
  /** Takes away what the form says of saving. */
  onBegin: () => void
}

/** Keeps what a form has so far as a draft, complete or not; nothing goes live. */
export function SaveAsDraft<Texts extends FieldValues>(
  props: SaveAsDraftProps<Texts> & { itemId?: string },
) {
  const { itemId, ...rest } = props
  return itemId === undefined ? <DraftButton {...rest} /> : <OfItem {...rest} itemId={itemId} />
}

/** An item that has a draft already gets no other. */
function OfItem<Texts extends FieldValues>(props: SaveAsDraftProps<Texts> & { itemId: string }) {
  const { data: draft } = useQuery(draftOfItemQuery(props.itemId))
  if (draft) return null
  // It is there from the start, so that the buttons beside it stay where they are.
  return <DraftButton {...props} disabled={draft === undefined} />
}

function DraftButton<Texts extends FieldValues>({
  kind,
  state,
  body,
  showErrors,
  onBegin,
  disabled = false,
  itemId,
}: SaveAsDraftProps<Texts> & { itemId?: string; disabled?: boolean }) {
  const { form, base, settle } = state
  const navigate = useNavigate()
  const create = useCreateDraft()
  const { isSubmitting, submitCount } = form.formState
  /** Why the last try failed; saving the form itself is about something else. */
  const [failed, setFailed] = useState<{ problem: string; submitCount: number } | null>(null)
  const save = async () => {
    const texts = body()
    if (!texts) return
    form.clearErrors()
    setFailed(null)
    onBegin()
    try {
      const draft = { kind, item_id: itemId, body: texts }
      const { id } = await create.mutateAsync({ draft, etag: base.etag })
      settle()
      toast.success('The draft was saved')
      await navigate({ to: '/drafts/$id', params: { id } })
    } catch (error) {
      showErrors(error)
      setFailed({ problem: messageOf(error, 'Please try again.'), submitCount })
    }
  }
  return (
    <>
      {failed?.submitCount === submitCount && (
        // Above the buttons of the form, among which it stands.
        <div className="order-first basis-full max-sm:px-0!">
          <ErrorPanel title="Failed to save the draft" onDismiss={() => setFailed(null)}>
            {failed.problem}
          </ErrorPanel>
        </div>
      )}
      <Button
        variant="secondary"
        disabled={disabled || isSubmitting}
        busy={create.isPending}
        busyLabel="Saving…"
        onClick={() => void save()}
      >
        Save as draft
      </Button>
    </>
  )
}
