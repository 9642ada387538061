import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { EditPersonDialog } from './edit-person-dialog.tsx'
import type { PersonActionsState, ShownLink } from './use-person-actions.tsx'

/** What the actions on a person ask and show. */
export function PersonDialogs({ state }: { state: PersonActionsState }) {
  const { question, shownLink, isBusy, confirm, close, hideLink } = state
  const name = question?.person.name ?? ''
  return (
    <>
      <ConfirmDialog
        open={question?.kind === 'deactivate'}
        onOpenChange={close}
        title={`Deactivate ${name}`}
        question={
          <>
            Are you sure you want to deactivate this user?
            <span className="mt-2 block">
              They are signed out at once and can’t sign in again until somebody activates them.
              Their records stay.
            </span>
          </>
        }
        confirmLabel="Deactivate"
        danger
        busy={isBusy}
        busyLabel="Deactivating…"
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={question?.kind === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}`}
        question={
          <>
            Are you sure you want to delete this user?
            <span className="mt-2 block">
              It can’t be undone. What they have acknowledged stays on record under their name.
            </span>
          </>
        }
        confirmLabel="Delete"
        danger
        busy={isBusy}
        busyLabel="Deleting…"
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={question?.kind === 'reset-factor'}
        onOpenChange={close}
        title={`Reset the second factor of ${name}`}
        question={
          <>
            Make sure that it is {name} who asks you: call them, or see them.
            <span className="mt-2 block">
              From then on the password alone lets them in, until they set up another one. They are
              told by mail, and what they acknowledge says that it was reset.
            </span>
          </>
        }
        confirmLabel="Reset"
        danger
        busy={isBusy}
        busyLabel="Resetting…"
        onConfirm={confirm}
      />
      {question?.kind === 'edit' && (
        <EditPersonDialog key={question.person.id} person={question.person} onClose={close} />
      )}
      {shownLink && <LinkDialog shown={shownLink} onClose={hideLink} />}
    </>
  )
}

type LinkDialogProps = { shown: ShownLink; onClose: () => void }

/** A link to hand over by other means than our mail. */
function LinkDialog({ shown: { title, description, link }, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Link">
        <span className="flex items-center gap-2">
          <TextInput readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton label="Copy the link" text={link} />
        </span>
      </Field>
    </Dialog>
  )
}
