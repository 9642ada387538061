import type { MailServer } from '@frontdesk/contract/mail-server'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import type { MailServerFormState } from './use-mail-server-form.ts'

/** What is worth knowing before one types. */
export function MailServerNotices({ server }: { server: MailServer }) {
  return (
    <>
      {server.source === 'none' && (
        <Notice>No mail server is set: nobody gets mail, and links are handed over by hand.</Notice>
      )}
      {server.password_lost && (
        <Notice tone="warning">
          <p className="font-semibold">The password can’t be read on this server.</p>
          <p className="text-muted">
            Its key, <code>secrets.key</code> in the data folder, is not there or is another one.
            Give the password anew; mail that waits goes out then.
          </p>
        </Notice>
      )}
    </>
  )
}

/** Two people set mail up at once: the second decides, and loses nothing. */
export function MailServerConflict({ conflict }: Pick<MailServerFormState, 'conflict'>) {
  const { theirs, accept, keepMine } = conflict
  if (!theirs) return null
  const { updated_by_name: name, host, from_address: from } = theirs.data
  return (
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
      <p className="font-semibold">{name ?? 'Somebody else'} saved the mail server meanwhile</p>
      <p className="text-muted wrap-anywhere">
        Theirs: {host ?? 'none'}
        {from && `, from ${from}`}. What you typed is still here; nothing replaces theirs until you
        save again.
      </p>
    </Notice>
  )
}
