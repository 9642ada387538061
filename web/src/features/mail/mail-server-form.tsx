import { Send } from 'lucide-react'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import type { LoadedMailServer } from './mail-server.api.ts'
import { SenderFields, ServerFields, SignInFields } from './mail-server-fields.tsx'
import { MailServerConflict, MailServerNotices } from './mail-server-notices.tsx'
import { useMailServerForm, type MailServerFormState } from './use-mail-server-form.ts'

export function MailServerForm({ loaded }: { loaded: LoadedMailServer }) {
  const mail = useMailServerForm(loaded)
  const { state, failures, test } = mail
  const { form, texts } = state
  return (
    <form noValidate onSubmit={(event) => void mail.submit(event)} className="grid gap-6">
      <RestoredNotice state={state} />
      <MailServerNotices server={loaded.data} />
      <MailServerConflict conflict={mail.conflict} />
      <ServerFields form={form} texts={texts} />
      <SignInFields form={form} password={mail.password} isKept={mail.isKept} />
      <SenderFields form={form} />
      {failures.problem && (
        <ErrorPanel title={failures.problem.title} onDismiss={failures.clear}>
          {failures.problem.text}
        </ErrorPanel>
      )}
      {test.data && (
        <Notice tone="success">
          {texts.host} took a mail to {test.data.to}. Look into your mailbox, and into its spam.
        </Notice>
      )}
      <Buttons mail={mail} canRemove={loaded.data.source === 'settings'} />
      <UnsavedDialog
        isDirty={mail.isDirty}
        isSettled={state.isSettled}
        question="What you typed is kept in this tab, all but the password."
      />
    </form>
  )
}

function Buttons({ mail, canRemove }: { mail: MailServerFormState; canRemove: boolean }) {
  const { save, test, isDirty } = mail
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const remove = async () => {
    if (await mail.store(null, 'No mail goes out any more')) cancel()
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          type="submit"
          disabled={!isDirty || test.isPending}
          busy={save.isPending}
          busyLabel="Saving…"
        >
          Save Mail Server
        </Button>
        <Button
          variant="secondary"
          icon={Send}
          disabled={save.isPending}
          busy={test.isPending}
          busyLabel="Sending…"
          onClick={() => void mail.sendTest()}
        >
          Send me a test
        </Button>
        {canRemove && !isAsking && (
          <Button
            variant="ghost"
            ref={trigger}
            disabled={save.isPending || test.isPending}
            onClick={ask}
          >
            Send no mail
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmBox
          question="Take the mail server away? Its password is forgotten, and nobody gets mail."
          confirmLabel="Take away"
          busy={save.isPending}
          onConfirm={() => void remove()}
          onCancel={cancel}
        />
      )}
    </>
  )
}
