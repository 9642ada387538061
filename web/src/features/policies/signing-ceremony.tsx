import { CONSENT, CONSENT_MAX } from '@frontdesk/contract/constants'
import type { Policy } from '@frontdesk/contract/policies'
import type { CeremonyInput, Signing } from '@frontdesk/contract/signing'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { TextComparison } from '#web/features/editing/text-comparison.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { useUser } from '#web/session/session.tsx'
import { FormDialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { useChangeSigning, versionsQuery } from './policies.api.ts'
import { countIn } from './time-in-view.ts'

const OPTIONS = [
  {
    name: 'comparison',
    label: 'Show first what changed',
    hint: 'Whoever signed an earlier version sees it beside this one, above the text.',
  },
  {
    name: 'typed_name',
    label: 'Type one’s name',
    hint: 'As their account has it; capitals don’t matter.',
  },
  {
    name: 'identity',
    label: 'Prove again who it is',
    hint: 'With what they sign in by, at the moment of signing.',
  },
  {
    name: 'reading',
    label: 'Keep how it was read',
    hint: 'How long the text was open and whether its end was reached, as the browser says it. Readers are told.',
  },
] as const

const NOTHING: Signing = {
  comparison: false,
  typed_name: false,
  identity: false,
  reading: false,
  consent: null,
}

/** Says what signing a policy takes beside a press. */
export function SigningDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [signing, setSigning] = useState(policy.signing ?? NOTHING)
  const change = useChangeSigning(policy.id)
  const save = () =>
    change.mutate(signing, {
      onSuccess: () => {
        toast.success('How it is signed was saved')
        onClose()
      },
    })
  return (
    <FormDialog
      title="How it is signed"
      description="From now on. What was signed stays as it is, and nobody is asked again."
      action="Save"
      busyLabel="Saving…"
      isSending={change.isPending}
      problem={change.error && failureOf(change.error, 'Failed to save how it is signed')}
      onSubmit={save}
      onClose={onClose}
    >
      {OPTIONS.map(({ name, label, hint }) => (
        <Checkbox
          key={name}
          label={label}
          hint={hint}
          checked={signing[name]}
          onChange={({ target }) => setSigning({ ...signing, [name]: target.checked })}
        />
      ))}
      <Field label="Statement" optional hint={`Empty: “${CONSENT}”`}>
        <TextArea
          autogrow
          rows={2}
          maxLength={CONSENT_MAX}
          value={signing.consent ?? ''}
          onChange={({ target }) => setSigning({ ...signing, consent: target.value || null })}
        />
      </Field>
    </FormDialog>
  )
}

type SigningCeremonyProps = {
  policy: Policy
  signing: Signing
  /** Stands behind the last word of the text. */
  textEnd: RefObject<HTMLElement | null>
  secondary: boolean
  onNewerVersion: () => Promise<void>
}

/** What one agrees to and gives beside the press, where a policy takes more than that. */
export function SigningCeremony(props: SigningCeremonyProps) {
  const { policy, signing, textEnd, secondary, onNewerVersion } = props
  const { name } = useUser()
  const [typedName, setTypedName] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const reading = useReadingTime(textEnd, signing.reading)
  const consent = signing.consent ?? CONSENT
  const { language } = globalThis.navigator

  const give = (): CeremonyInput => ({
    consent,
    language,
    ...(signing.typed_name && { typed_name: typedName }),
    ...(signing.comparison && { compared_version: signedBefore(policy) }),
    ...(signing.reading && reading.now()),
  })
  return (
    <div className="grid gap-4">
      <p className="leading-normal">{consent}</p>
      {signing.typed_name && (
        <Field
          label="Type your name"
          hint={`As it stands here: ${name}`}
          error={missing['ceremony.typed_name']}
        >
          <TextInput
            autoComplete="off"
            value={typedName}
            onChange={(event) => {
              setTypedName(event.target.value)
              setMissing({})
            }}
          />
        </Field>
      )}
      <ul className="grid list-disc gap-1 pl-4 text-sm text-muted">
        {signing.identity && <li>You prove once more that it is you, as when you sign in.</li>}
        {signing.reading && (
          <li>
            It is kept how long this text was open ({wordsOf(reading.seconds)} so far), and whether
            you reached its end ({reading.endReached ? 'you have' : 'not yet'}).
          </li>
        )}
        <li>Your browser’s language ({language}) is kept, too.</li>
      </ul>
      <AcknowledgeButton
        policy={policy}
        secondary={secondary}
        ceremony={give}
        onMissing={setMissing}
        onNewerVersion={onNewerVersion}
      />
    </div>
  )
}

/** The version that the caller signed before this one; null where there is none. */
const signedBefore = ({ acknowledged_version: signed, version }: Policy) =>
  signed === version ? null : signed

/** How long a page has been in view, in seconds, and whether the end of its text was. */
function useReadingTime(textEnd: RefObject<HTMLElement | null>, isKept: boolean) {
  const seen = useRef({ milliseconds: 0, since: 0 })
  const [seconds, setSeconds] = useState(0)
  const [endReached, setEndReached] = useState(false)

  useEffect(() => {
    if (!isKept) return undefined
    const show = () => setSeconds(countIn(seen.current))
    show()
    // Often enough to be told; each second would be a clock beside the text.
    const timer = setInterval(show, 10_000)
    document.addEventListener('visibilitychange', show)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', show)
    }
  }, [isKept])
  useEffect(() => {
    if (!isKept || !textEnd.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setEndReached(true)
    })
    observer.observe(textEnd.current)
    return () => observer.disconnect()
  }, [isKept, textEnd])
  return {
    seconds,
    endReached,
    now: () => ({ reading_seconds: countIn(seen.current), end_reached: endReached }),
  }
}

function wordsOf(seconds: number): string {
  if (seconds < 60) return `${seconds}\u{A0}s`
  return `${Math.floor(seconds / 60)}\u{A0}min ${seconds % 60}\u{A0}s`
}

/** Above the text: what changed since the version that the reader signed. */
export function SignedComparison({ policy, signed }: { policy: Policy; signed: number }) {
  const { data: versions, error, refetch } = useQuery(versionsQuery(policy.id))
  const [before, after] = [signed, policy.version].map((version) =>
    versions?.find((one) => one.version === version),
  )
  return (
    <section aria-label="What changed since you signed" data-print="no" className="mb-8">
      <h2 className="mb-3 text-lg font-semibold">
        What changed since version {signed}, which you signed
        {policy.acknowledged_at && ` on ${formatDate(policy.acknowledged_at)}`}
      </h2>
      {before && after ? (
        <TextComparison
          caption={`Version ${signed} beside version ${policy.version}`}
          before={{ label: `Version ${signed}`, title: before.title, content: before.content }}
          after={{ label: `Version ${policy.version}`, title: after.title, content: after.content }}
        />
      ) : error ? (
        <ErrorPanel onRetry={() => void refetch()}>
          {failureOf(error, 'Failed to fetch what changed')}
        </ErrorPanel>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </section>
  )
}
