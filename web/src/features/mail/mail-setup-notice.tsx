import type { MailSetup } from '@frontdesk/contract/mails'
import { Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'

/** What is worth knowing before one wonders why a mail did not arrive. */
export function MailSetupNotice({ setup }: { setup: MailSetup }) {
  return (
    <div className="mb-5 grid gap-3">
      {setup.delivery === 'outbox' && (
        <Notice tone="warning">
          <p className="font-semibold">No mail server is set, so nobody gets these mails.</p>
          <p className="text-muted">
            They are files in the folder <code>outbox</code> of the data folder.{' '}
            <PathLink
              to="/admin/settings/mail"
              className="text-accent underline underline-offset-3 hover:decoration-2"
            >
              Set up mail
            </PathLink>{' '}
            to send what comes next.
          </p>
        </Notice>
      )}
      {!setup.has_public_url && (
        <Notice tone="warning">
          <p className="font-semibold wrap-anywhere">Links in mails begin with {setup.links_to}.</p>
          <p className="text-muted">
            If people open Front Desk by another address, set <code>PUBLIC_URL</code> to it.
          </p>
        </Notice>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        From {setup.from}. Mails are listed for 90 days, without their text.
      </p>
    </div>
  )
}
