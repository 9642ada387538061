import type { Review } from '@frontdesk/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { adminsQuery } from '#web/features/people/people.api.ts'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { dayOf } from '#web/lib/due-day.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { formatDay } from './review-words.tsx'
import { useChangeReview, useFinishReview } from './reviews.api.ts'

type ReviewDialogProps = { review: Review; onClose: () => void }

/** Says who looks after it, and when. */
export function ChangeReviewDialog({ review, onClose }: ReviewDialogProps) {
  const [owner, setOwner] = useState(review.owner_id ?? '')
  const [day, setDay] = useState(review.review_on ?? '')
  const change = useChangeReview(review)
  const { data: admins } = useQuery(adminsQuery)
  const save = () =>
    change.mutate(
      { owner_id: owner || null, review_on: day || null },
      {
        onSuccess: () => {
          toast.success('The review was saved')
          onClose()
        },
      },
    )
  return (
    <ReviewDialog
      title="Owner and review"
      description={review.title}
      action="Save"
      saving={change}
      fields={['owner_id', 'review_on']}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label="Looked after by"
        hint="They are reminded 14 days before the review, and on its day."
        error={fieldOf(change.error, 'owner_id')}
      >
        <Select value={owner} onChange={(event) => setOwner(event.target.value)}>
          <option value="">
            {review.author_name ? `Its author, ${review.author_name}` : 'Its author'}
          </option>
          {/* Who it is now stays to be seen, even before the others are there or as no admin any more. */}
          {review.owner_id && !admins?.some(({ id }) => id === review.owner_id) && (
            <option value={review.owner_id}>{review.owner_name}</option>
          )}
          {admins?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Next review"
        optional
        hint="Empty: nobody is reminded."
        error={fieldOf(change.error, 'review_on')}
      >
        <TextInput
          type="date"
          className="max-w-52"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Field>
    </ReviewDialog>
  )
}

/** Says that it is still right, and asks when to look again. */
export function FinishReviewDialog({ review, onClose }: ReviewDialogProps) {
  const [day, setDay] = useState(inAYear)
  const finish = useFinishReview(review)
  const save = () =>
    finish.mutate(day || null, {
      onSuccess: () => {
        toast.success(day === '' ? 'Reviewed' : `Reviewed; it comes up again on ${formatDay(day)}`)
        onClose()
      },
    })
  return (
    <ReviewDialog
      title="Still right"
      description={`You have looked through “${review.title}”, and nothing has to change.`}
      action="Save"
      saving={finish}
      fields={['next_on']}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label="Look again on"
        optional
        hint="Empty: no further review."
        error={fieldOf(finish.error, 'next_on')}
      >
        <TextInput
          type="date"
          className="max-w-52"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Field>
    </ReviewDialog>
  )
}

function inAYear(): string {
  const at = new Date()
  at.setFullYear(at.getFullYear() + 1)
  return dayOf(at)
}

const fieldOf = (error: Error | null, name: string) =>
  error instanceof ApiError ? error.fields?.[name] : undefined

type FrameProps = {
  title: string
  description: string
  action: string
  saving: { isPending: boolean; error: Error | null }
  /** What failed at one of these is said beside it. */
  fields: string[]
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

function ReviewDialog({ title, description, action, saving, fields, ...rest }: FrameProps) {
  const { onSubmit, onClose, children } = rest
  const { isPending, error } = saving
  const isSaidBeside = fields.some((name) => fieldOf(error, name))
  return (
    <FormDialog
      size="sm"
      title={title}
      description={description}
      action={action}
      busyLabel="Saving…"
      isSending={isPending}
      problem={error && !isSaidBeside && failureOf(error, 'Failed to save the review')}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}
