import { NOTIFICATION_KINDS } from '@frontdesk/contract/constants'
import type {
  MailChoice,
  NotificationChoice,
  NotificationChoices,
  NotificationKind,
} from '@frontdesk/contract/notifications'
import type { OwnTimeZone } from '@frontdesk/contract/time-zone'
import { useQuery } from '@tanstack/react-query'
import { ownTimeZoneQuery, timeZonesByRegion, useChangeTimeZone } from '#web/lib/time-zones.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/classes.ts'
import { CallFailure, ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChoices } from './notifications.api.ts'

const KINDS: Record<NotificationKind, { label: string; hint: string }> = {
  asked: { label: 'Asked of you', hint: 'A policy, test or training is required of you.' },
  due_soon: {
    label: 'Due soon',
    hint: '7 days and 1 day before, on the day, and weekly after; and when an admin or manager reminds you.',
  },
  handed_over: { label: 'Handed over', hint: 'A step of a process awaits you.' },
  mentioned: {
    label: 'Mentions',
    hint: 'Somebody calls on you or on everyone in a conversation, or announces something. Mailed when you have been away for 30 minutes.',
  },
  result: { label: 'Results', hint: 'You passed or completed something, or got another attempt.' },
  certificate: { label: 'Certificates', hint: 'One of yours ends within 30 days.' },
  renewal: { label: 'Renewals', hint: 'Something has to be done again.' },
  authoring: {
    label: 'What you write',
    hint: 'A draft could not be published on its day; a policy or training of yours is to be looked through.',
  },
}

const MAILS: Record<MailChoice, string> = {
  off: 'No mail',
  at_once: 'At once',
  digest: 'In the daily digest',
}
const MAIL_CHOICES = ['off', 'at_once', 'digest'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** How somebody is told of what, and when. */
export function NotificationChoicesPage() {
  const { chosen, error, refetch, saving, change } = useChoices()
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="What you are told"
        description="Mails about your account itself, such as a new password, always come."
        back={{ to: '/profile', label: 'Back to Profile' }}
      />
      <div className="grid gap-10">
        {chosen && <Choices chosen={chosen} saving={saving} change={change} />}
        <LoadState of={{ data: chosen, error, refetch }} failure="Failed to load your choices" />
        {!chosen && !error && (
          <div className="rounded-lg border border-line bg-surface p-5" aria-busy="true">
            <SkeletonLines lines={8} />
          </div>
        )}
        {/* It stands below: shown before, it would be moved by them. */}
        {(chosen || error) && <ReminderClock />}
      </div>
    </div>
  )
}

type ChoicesProps = Pick<ReturnType<typeof useChoices>, 'saving' | 'change'> & {
  chosen: NotificationChoices
}

function Choices({ chosen, saving, change }: ChoicesProps) {
  const { error, isSuccess, reset } = saving
  const choose = (kind: NotificationKind, next: Partial<NotificationChoice>) =>
    change((all) => ({
      ...all,
      choices: all.choices.map((one) => (one.kind === kind ? { ...one, ...next } : one)),
    }))
  return (
    <>
      <section aria-label="What, and by which way" className="grid gap-4">
        {error && (
          <ErrorPanel title="Failed to save your choice" onDismiss={() => reset()}>
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        )}
        <ul className="rounded-lg border border-line bg-surface">
          {NOTIFICATION_KINDS.map((kind) => {
            const choice = chosen.choices.find((one) => one.kind === kind)
            return (
              choice && (
                <ChoiceRow key={kind} choice={choice} onChange={(next) => choose(kind, next)} />
              )
            )
          })}
        </ul>
        <p className="text-sm text-muted">
          Your devices are those that you{' '}
          <PathLink to="/profile" className={textLink}>
            choose on your profile
          </PathLink>
          .
        </p>
        <output className="block min-h-6 text-sm text-muted">{isSuccess && 'Saved.'}</output>
      </section>
      <Section
        title="The daily digest"
        description="One mail with all that you have not read by then. It comes only when there is something in it."
      >
        <Card>
          <Field label="Mail it at" hint="By your own clock, below.">
            <Select
              className="max-w-48"
              value={chosen.digest_hour}
              onChange={(event) =>
                change((all) => ({ ...all, digest_hour: Number(event.target.value) }))
              }
            >
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {hourLabel(hour)}
                </option>
              ))}
            </Select>
          </Field>
        </Card>
      </Section>
    </>
  )
}

type ChoiceRowProps = {
  choice: NotificationChoice
  onChange: (next: Partial<NotificationChoice>) => void
}

function ChoiceRow({ choice, onChange }: ChoiceRowProps) {
  const { label, hint } = KINDS[choice.kind]
  return (
    <li className="px-(--card-pad) py-4 not-last:border-b not-last:border-line">
      <fieldset className="grid min-w-0 gap-x-8 gap-y-3 md:grid-cols-[1fr_auto]">
        <legend className="sr-only">{label}</legend>
        <div className="min-w-0">
          <p className="font-medium" aria-hidden="true">
            {label}
          </p>
          <p className="max-w-[52ch] text-sm text-muted">{hint}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 md:justify-end">
          <Checkbox
            label="In the app"
            checked={choice.in_app}
            onChange={(event) => onChange({ in_app: event.target.checked })}
          />
          <Checkbox
            label="On devices"
            checked={choice.push}
            onChange={(event) => onChange({ push: event.target.checked })}
          />
          <Select
            aria-label="By mail"
            className="w-48"
            value={choice.mail}
            onChange={(event) => {
              const mail = MAIL_CHOICES.find((one) => one === event.target.value)
              if (mail) onChange({ mail })
            }}
          >
            {MAIL_CHOICES.map((mail) => (
              <option key={mail} value={mail}>
                {MAILS[mail]}
              </option>
            ))}
          </Select>
        </div>
      </fieldset>
    </li>
  )
}

const hourLabel = (hour: number) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 1, hour),
  )

const regions = timeZonesByRegion()
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** By whose clock the person is reminded of what is due. */
function ReminderClock() {
  const { data, error, refetch } = useQuery(ownTimeZoneQuery)
  return (
    <Section
      title="Your clock"
      description="By it you are reminded of what is due, between 8 in the morning and 8 in the evening, and get your digest. Only you see this."
    >
      {data && <TimeZoneChoice zones={data} />}
      {!data && error && (
        <ErrorPanel title="Failed to load your time zone" onRetry={() => void refetch()}>
          {messageOf(error, 'An error occurred')}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={3} />}
    </Section>
  )
}

function TimeZoneChoice({ zones }: { zones: OwnTimeZone }) {
  const { time_zone: chosen, brokerage_time_zone: brokerage } = zones
  const change = useChangeTimeZone()
  const choose = (zone: string) =>
    change.mutate(zone || null, { onSuccess: () => toast.success('Your time zone was saved') })
  const shown = change.isPending ? change.variables : chosen
  const isOnOffer = regions.some(({ zones: names }) => names.includes(ownZone))
  return (
    <Card className="grid gap-3">
      <CallFailure of={change} title="Failed to save your time zone" />
      <Field label="Time zone">
        <Select
          className="max-w-md"
          value={shown ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">As the brokerage: {nameOf(brokerage)}</option>
          {regions.map(({ region, zones: names }) => (
            <optgroup key={region} label={region}>
              {names.map((zone) => (
                <option key={zone} value={zone}>
                  {nameOf(zone)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {isOnOffer && ownZone !== (shown ?? brokerage) && (
        <div>
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3"
            disabled={change.isPending}
            onClick={() => choose(ownZone)}
          >
            Use {nameOf(ownZone)}, where this browser is
          </Button>
        </div>
      )}
    </Card>
  )
}
