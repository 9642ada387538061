import type { CheckpointCopies } from '@frontdesk/contract/checkpoints'
import { useQuery } from '@tanstack/react-query'
import { Check, FileCheck2 } from 'lucide-react'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { RestoredNotice, useTextsForm } from '#web/features/editing/item-form.tsx'
import { TheirsNotice, useTheirs } from '#web/features/editing/theirs.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CursorPager } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Fact, FactGroup } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/classes.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { DateTime, RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  checkpointsQuery,
  evidenceSettingsQuery,
  type LoadedEvidenceSettings,
  useMakeCheckpoint,
  useSaveMailTo,
} from './evidence.api.ts'

/** Who keeps copies of checkpoints outside, and by which key they are signed. */
export function EvidenceSettingsPage() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(evidenceSettingsQuery)
  return (
    <SettingsFrame title="Evidence">
      <LoadState of={{ data, error, refetch }} failure="Failed to load the settings" />
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
          <a className={textLink} href="/evidence/key">
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

type MailTo = { addresses: string }

const savedIn = ({ data, etag }: LoadedEvidenceSettings) => ({
  texts: { addresses: data.mail_to.join('\n') },
  etag,
})

const isTexts = (value: unknown): value is MailTo =>
  typeof value === 'object' &&
  value !== null &&
  'addresses' in value &&
  typeof value.addresses === 'string'

/** White space between addresses says nothing. */
const sameTexts = (one: MailTo, other: MailTo) =>
  addressesIn(one.addresses).join(' ') === addressesIn(other.addresses).join(' ')

function useMailToForm(loaded: LoadedEvidenceSettings) {
  const state = useTextsForm<MailTo>({
    what: 'evidence-mail-to',
    id: null,
    saved: savedIn(loaded),
    isTexts,
    sameTexts,
    shouldFocusError: true,
  })
  const { form, base, setBase, fill } = state
  const save = useSaveMailTo()
  const accept = (newest: LoadedEvidenceSettings) => {
    fill(savedIn(newest).texts)
    setBase(savedIn(newest))
  }
  const others = useTheirs(evidenceSettingsQuery, {
    keepMine: (newest) => setBase(savedIn(newest)),
    takeTheirs: accept,
  })
  const submit = form.handleSubmit(async ({ addresses }) => {
    try {
      accept(await save.mutateAsync({ mailTo: addressesIn(addresses), etag: base.etag }))
      toast.success('The addresses are saved')
    } catch (error) {
      if (await others.find(error)) return
      const [sentence] = Object.values((error instanceof ApiError && error.fields) || {})
      form.setError('addresses', { message: sentence ?? messageOf(error, 'Please try again.') })
    }
  })
  return { state, save, submit, others }
}

/** Who gets each checkpoint by mail. */
function MailToForm({ loaded }: { loaded: LoadedEvidenceSettings }) {
  const { state, save, submit, others } = useMailToForm(loaded)
  const { form, isDirty } = state
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <RestoredNotice state={state} />
      <TheirsNotice
        of={others}
        title={({ data }) =>
          `${data.updated_by_name ?? 'Somebody else'} saved other addresses meanwhile`
        }
      >
        {({ data }) => data.mail_to.join(', ') || 'nobody'}
      </TheirsNotice>
      <Field
        label="Mail checkpoints to"
        hint="People outside, such as your lawyer and the broker of record. One address a line, up to 10."
        error={form.formState.errors.addresses?.message}
      >
        <TextArea
          rows={3}
          autogrow
          spellCheck={false}
          autoCapitalize="none"
          inputMode="email"
          placeholder="lawyer@example.com"
          {...form.register('addresses')}
        />
      </Field>
      <div className="flex gap-2 max-sm:*:grow">
        <Button type="submit" disabled={!isDirty} busy={save.isPending} busyLabel="Saving…">
          Save Addresses
        </Button>
      </div>
      <UnsavedDialog isDirty={isDirty} isSettled={state.isSettled} />
    </form>
  )
}

/** The addresses in what was typed or pasted, each once: by lines, commas, semicolons or spaces. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.toLowerCase())
      .filter(Boolean),
  ),
]

/** What was signed, newest first, and who has a copy. */
function CheckpointList() {
  const stack = useCursorStack('')
  const { data: answer, error, refetch } = useQuery(checkpointsQuery(stack.cursor))
  const make = useMakeCheckpoint()
  const makeNow = async () => {
    try {
      const { number } = await make.mutateAsync()
      toast.success(`Checkpoint ${number} is signed`)
    } catch (failure) {
      toast.error(messageOf(failure, 'The checkpoint was not made. Please try again.'))
    }
  }
  const button = (
    <Button
      variant="secondary"
      busy={make.isPending}
      busyLabel="Signing…"
      onClick={() => void makeNow()}
    >
      Make a checkpoint now
    </Button>
  )
  if (error && !answer)
    return (
      <LoadState of={{ data: answer, error, refetch }} failure="Failed to load the checkpoints" />
    )
  if (!answer) return <SkeletonLines lines={6} />
  if (answer.data.length === 0) {
    return (
      <EmptyState icon={FileCheck2} title="No checkpoints yet" action={button}>
        The first is signed after a day on which somebody acknowledges something.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex max-sm:*:grow">{button}</div>
      <ul aria-label="Checkpoints" className="grid border-t border-line">
        {answer.data.map((checkpoint) => (
          <CheckpointRow key={checkpoint.number} checkpoint={checkpoint} />
        ))}
      </ul>
      <CursorPager stack={stack} answer={answer} />
    </>
  )
}

const WHY: Record<CheckpointCopies['reason'], string> = {
  daily: 'For the day',
  pack: 'For a pack',
  asked: 'Asked for',
  rotation: 'The key changed',
}

function CheckpointRow({ checkpoint }: { checkpoint: CheckpointCopies }) {
  const { number, size, reason, created_at: madeAt, note, failures } = checkpoint
  const copies = copiesOf(checkpoint)
  return (
    <li className="grid gap-1.5 border-b border-line py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span className="font-medium">Checkpoint {number}</span>{' '}
          <span className="text-muted">
            {WHY[reason]}, <DateTime iso={madeAt} />
          </span>
          <br />
          <span className="text-sm text-muted">
            {size === 1 ? '1 acknowledgment' : `${size.toLocaleString('en-US')} acknowledgments`}
          </span>
        </p>
        <CopyButton label={`Copy checkpoint ${number}`} text={note} />
      </div>
      <ul className="grid gap-0.5 text-sm text-muted" aria-label={`Copies of checkpoint ${number}`}>
        {copies.map((copy) => (
          <li key={copy} className="flex min-w-0 items-start gap-1.5">
            <Check className="mt-1 size-3.5 shrink-0 text-success" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{copy}</span>
          </li>
        ))}
        {copies.length === 0 && <li>No copy outside</li>}
      </ul>
      {failures.map((failure) => (
        <p key={failure.kind} className="text-sm text-danger">
          {failure.kind === 'token' ? 'No time stamp: ' : 'Not cosigned: '}
          {failure.reason}.
        </p>
      ))}
    </li>
  )
}

const copiesOf = ({ mailed_to: mailedTo, tokens, cosignatures }: CheckpointCopies): string[] => [
  ...mailedTo.map((to) => `Queued by mail to ${to}`),
  ...tokens.map(({ authority }) => `Stamped by ${authority}`),
  ...cosignatures.map(({ witness }) => `Cosigned by ${witness}`),
]
