import type { AdminAcknowledgment, SessionOrigin } from '@frontdesk/contract/policies'
import type { Ceremony } from '@frontdesk/contract/signing'
import { formatDateTime } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { wordsOfSignIn } from '#web/lib/account-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, FactGroup } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { StateBadge } from './policy-badges.tsx'

const sessionOrigins: Record<SessionOrigin, string> = {
  password: 'With a password that they chose when they signed up',
  after_reset: 'With a password that they chose by a link in a mail',
  after_admin_reset: 'With a password that was chosen by a link an admin had seen',
  after_invitation: 'With a password that they chose by the invitation in their mail',
  after_admin_invitation: 'With a password that was chosen by an invitation link an admin had seen',
  after_operator: 'With a password that was set on the server',
  after_admin_factor_reset: 'After an admin had reset their second factor',
  after_operator_factor_reset: 'After their second factor was reset on the server',
  not_recorded: 'Not recorded: it is older than this line',
}

type AcknowledgmentRecordProps = { record: AdminAcknowledgment | null; onClose: () => void }

/** One sealed record, whole: what an auditor asks for. */
export function AcknowledgmentRecord({ record, onClose }: AcknowledgmentRecordProps) {
  return (
    <Dialog
      open={record !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Acknowledgment"
      description={
        record && `Record ${record.sequence}, sealed ${formatDateTime(record.acknowledged_at)}`
      }
    >
      {record && <RecordFacts record={record} />}
    </Dialog>
  )
}

function RecordFacts({ record }: { record: AdminAcknowledgment }) {
  return (
    <div className="grid gap-6">
      <blockquote className="border-l-2 border-accent pl-4 text-lg">
        “{record.consent}”
        <footer className="mt-1 text-base text-muted">— {record.person_name}</footer>
      </blockquote>
      <FactGroup title="What">
        <Fact term="Policy">
          {record.state === 'deleted' ? (
            record.policy_title
          ) : (
            <PathLink to={`/policies/${record.policy_id}`} className={textLink}>
              {record.policy_title}
            </PathLink>
          )}
        </Fact>
        <Fact term="Version">{record.version_acknowledged}</Fact>
        <Fact term="State">
          <StateBadge state={record.state} />
        </Fact>
        <Hash term="Content SHA-256">{record.content_sha256}</Hash>
      </FactGroup>
      <FactGroup title="Who">
        <Fact term="Name">{record.person_name}</Fact>
        <Fact term="E-mail">{record.person_email}</Fact>
        <Fact term="Role then">
          <span className="capitalize">{record.person_role}</span>
        </Fact>
      </FactGroup>
      <FactGroup title="How">
        <Fact term="Server time">
          {formatDateTime(record.acknowledged_at)}
          <span className="block font-mono text-xs text-muted">{record.acknowledged_at}</span>
        </Fact>
        <Fact term="Sign-in method">{wordsOfSignIn(record.sign_in_method)}</Fact>
        <Fact term="Session began">{sessionOrigins[record.session_origin ?? 'not_recorded']}</Fact>
        <Fact term="IP address">{record.ip}</Fact>
        <Fact term="Browser">{record.user_agent}</Fact>
        <Hash term="Session">{record.session_id}</Hash>
      </FactGroup>
      {record.ceremony && <CeremonyFacts sealed={record.ceremony} />}
      <RecordSeal record={record} />
    </div>
  )
}

/** What signing took beside a press; what was not asked for is not there. */
function CeremonyFacts({ sealed }: { sealed: string }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes it so
  const given = JSON.parse(sealed) as Ceremony
  return (
    <FactGroup title="What else they gave">
      {given.typed_name !== null && <Fact term="Typed name">{given.typed_name}</Fact>}
      {given.identity !== null && (
        <Fact term="Proved again by">{wordsOfSignIn(given.identity)}</Fact>
      )}
      {given.compared_version !== null && (
        <Fact term="Shown first">What changed since version {given.compared_version}</Fact>
      )}
      {given.reading_seconds !== null && (
        <Fact term="Text open for">
          {given.reading_seconds} s, its end {given.end_reached ? 'reached' : 'not reached'}
          <span className="block text-sm text-muted">As their browser said</span>
        </Fact>
      )}
      {given.language !== null && <Fact term="Language">{given.language}</Fact>}
      <Hash term="Consent SHA-256">{given.consent_sha256}</Hash>
    </FactGroup>
  )
}

function RecordSeal({ record }: { record: AdminAcknowledgment }) {
  return (
    <div>
      <FactGroup title="Seal">
        <Fact term="Sequence">{record.sequence}</Fact>
        <Fact term="Form">
          <code className="font-mono text-sm break-all">{record.form}</code>
        </Fact>
        <Hash term="Previous hash">{record.previous_hash}</Hash>
        <Hash term="Hash" copies>
          {record.hash}
        </Hash>
      </FactGroup>
      <p className="mt-3 text-sm text-muted">
        Each record contains the hash of the one before it, so none can be changed or removed
        unnoticed. <code className="font-mono text-ink">npm run admin -- verify</code> on the server
        computes the whole chain again and names the first record that doesn’t fit.
      </p>
    </div>
  )
}

type HashProps = { term: string; copies?: boolean; children: string }

function Hash({ term, copies, children }: HashProps) {
  return (
    <Fact term={term}>
      <span className="flex items-start gap-2">
        <code className="min-w-0 pt-0.5 font-mono text-sm break-all">{children}</code>
        {copies && <CopyButton label={`Copy the ${term.toLowerCase()}`} text={children} />}
      </span>
    </Fact>
  )
}
