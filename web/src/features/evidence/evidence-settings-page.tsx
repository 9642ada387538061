import { useQuery } from '@tanstack/react-query'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Fact, FactGroup } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { CheckpointList } from './checkpoint-list.tsx'
import { evidenceSettingsQuery, type LoadedEvidenceSettings } from './checkpoints.api.ts'
import { MailToForm } from './mail-to-form.tsx'

/** Who keeps copies of checkpoints outside, and by which key they are signed. */
export function EvidenceSettingsPage() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(evidenceSettingsQuery)
  return (
    <SettingsFrame title="Evidence">
      {error && !data && (
        <ErrorPanel title="Failed to load the settings" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!error && !isFetchedAfterMount && <SkeletonLines lines={12} />}
      {data && isFetchedAfterMount && (
        <div className="max-w-2xl">
          <SettingsSection
            title="Evidence"
            description="On each day on which something was acknowledged, a checkpoint is signed: a few lines that stand for every acknowledgment so far. Whoever keeps one outside can tell later whether the history was changed."
          >
            <MailToForm loaded={data} />
          </SettingsSection>
          <SettingsSection
            title="The key"
            description="What checkpoints are checked with. Give it to your lawyer now: it is worth most before there is a dispute."
          >
            <KeyFacts settings={data.data} />
          </SettingsSection>
          <SettingsSection
            title="Signed PDF files"
            description="The PDF in a pack is signed, so that a reader of PDF files shows whether it was changed since."
          >
            <CertificateFacts settings={data.data} />
          </SettingsSection>
          <SettingsSection
            title="Checkpoints"
            description="What was signed, and who has a copy. What became of each mail is under Admin Panel, Mail."
          >
            <CheckpointList />
          </SettingsSection>
        </div>
      )}
    </SettingsFrame>
  )
}

function KeyFacts({ settings }: { settings: LoadedEvidenceSettings['data'] }) {
  const { key, key_since: since, key_lost: isLost, time_authority: tsa, witness } = settings
  return (
    <>
      {isLost && (
        <Notice tone="warning">
          <p className="font-semibold">This server can’t open the key.</p>
          <p className="text-muted">
            <code>secrets.key</code> in the data folder is not there or is another one. The next
            checkpoint is signed by a new key, and says that this one was lost.
          </p>
        </Notice>
      )}
      <FactGroup title="As it is">
        <Fact term="Key">
          <span className="flex items-start justify-between gap-2">
            <code className="text-sm">{key}</code>
            <CopyButton label="Copy the key" text={key} />
          </span>
        </Fact>
        <Fact term="Signs since">
          <RelativeTime iso={since} />
        </Fact>
        <Fact term="For anyone at">
          <a className="text-accent underline" href="/evidence/key">
            /evidence/key
          </a>
        </Fact>
        <Fact term="Time authority">{tsa ?? 'None: TSA_URL is not set'}</Fact>
        <Fact term="Witness">{witness ?? 'None: WITNESS_URL is not set'}</Fact>
      </FactGroup>
    </>
  )
}

function CertificateFacts({ settings }: { settings: LoadedEvidenceSettings['data'] }) {
  const { pdf_certificate: certificate, pdf_problem: problem } = settings
  return (
    <>
      {problem && (
        <Notice tone="warning">
          <p className="font-semibold">{problem}.</p>
          <p className="text-muted">
            Until that is mended, PDF files are signed with a certificate that this portal makes
            itself, and say so.
          </p>
        </Notice>
      )}
      {!certificate && (
        <p className="text-muted">
          With the first pack this portal makes a certificate itself. Nobody outside vouches for
          such a one; <code>PDF_SIGNING_P12</code> names one of yours.
        </p>
      )}
      {certificate && (
        <FactGroup title="As it is">
          <Fact term="Certificate">
            {certificate.made_by === 'operator'
              ? `${certificate.subject}, given by ${certificate.issuer}`
              : `${certificate.subject}, made by this portal: nobody outside vouches for it`}
          </Fact>
          <Fact term="Fingerprint (SHA-256)">
            <span className="flex items-start justify-between gap-2">
              <code className="text-sm wrap-anywhere">{certificate.fingerprint}</code>
              <CopyButton label="Copy the fingerprint" text={certificate.fingerprint} />
            </span>
          </Fact>
          <Fact term="Valid until">{formatDate(certificate.valid_until)}</Fact>
        </FactGroup>
      )}
    </>
  )
}
