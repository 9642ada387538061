import type { DraftKind } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type DraftBody, draftOfItemQuery, useCreateDraft } from './drafts.api.ts'

type SaveAsDraftProps = {
  kind: DraftKind
  /** What the form has so far; null where it can't be left yet, which it says itself. */
  body: () => DraftBody | null
  /** The revision of the item that the form was begun on; null for something new. */
  etag: string | null
  disabled: boolean
  /** Says that nothing of the form is unsaved any more. */
  onSaved: () => void
}

/** Keeps what a form has so far as a draft, complete or not; nothing goes live. */
export function SaveAsDraft(props: SaveAsDraftProps & { itemId?: string }) {
  const { itemId, ...rest } = props
  return itemId === undefined ? <DraftButton {...rest} /> : <OfItem {...rest} itemId={itemId} />
}

/** An item that has a draft already gets no other. */
function OfItem(props: SaveAsDraftProps & { itemId: string }) {
  const { data: draft } = useQuery(draftOfItemQuery(props.itemId))
  if (draft) return null
  // It is there from the start, so that the buttons beside it stay where they are.
  return <DraftButton {...props} disabled={props.disabled || draft === undefined} />
}

function DraftButton({
  kind,
  body,
  etag,
  disabled,
  onSaved,
  itemId,
}: SaveAsDraftProps & { itemId?: string }) {
  const navigate = useNavigate()
  const create = useCreateDraft()
  const save = async () => {
    const texts = body()
    if (!texts) return
    try {
      const draft = { kind, item_id: itemId, body: texts }
      const { id } = await create.mutateAsync({ draft, etag })
      onSaved()
      toast.success('The draft was saved')
      await navigate({ to: '/drafts/$id', params: { id } })
    } catch (error) {
      toast.error(failureOf(error, 'Failed to save the draft'))
    }
  }
  return (
    <Button
      variant="secondary"
      disabled={disabled}
      busy={create.isPending}
      busyLabel="Saving…"
      onClick={() => void save()}
    >
      Save as draft
    </Button>
  )
}
