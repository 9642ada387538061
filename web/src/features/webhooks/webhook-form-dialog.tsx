import type {
  DeliveryState,
  Webhook,
  WebhookEventType,
  WebhookState,
  WebhookWithSecret,
} from '@frontdesk/contract/webhooks'
import { type ReactNode, useId, useState } from 'react'
import { TheirsNotice, useTheirs } from '#web/features/editing/theirs.tsx'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { counted } from '#web/lib/format.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog, FormDialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field, FieldError, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  useCreateWebhook,
  useUpdateWebhook,
  type WebhookDraft,
  webhookQuery,
} from './webhooks.api.ts'

/** What an endpoint can be told of, in groups, each in a few words. */
const EVENT_GROUPS: { title: string; events: [WebhookEventType, string][] }[] = [
  {
    title: 'People',
    events: [
      ['person.created', 'An account was opened'],
      ['person.updated', 'Their name, address, role or profile changed'],
      ['person.deactivated', 'They were deactivated'],
      ['person.reactivated', 'They were activated again'],
      ['person.deleted', 'Their account was deleted'],
    ],
  },
  {
    title: 'What people do',
    events: [
      ['policy.acknowledged', 'A policy was acknowledged'],
      ['training.passed', 'A training was completed'],
      ['test.passed', 'A test was passed'],
      ['obligation.overdue', 'Something became overdue'],
    ],
  },
  {
    title: 'Documents',
    events: [
      ['document.created', 'One was added'],
      ['document.updated', 'One was changed'],
      ['document.deleted', 'One was deleted'],
      ['document.restored', 'One was brought back'],
    ],
  },
]

const STATES: Record<WebhookState, { label: string; tone: Tone }> = {
  fine: { label: 'Fine', tone: 'success' },
  failing: { label: 'Failing', tone: 'danger' },
  off: { label: 'Off', tone: 'neutral' },
  disabled: { label: 'Disabled', tone: 'warning' },
}

export function WebhookBadge({ state }: { state: WebhookState }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
}

export const DELIVERY_STATES: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** What people call it. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>) =>
  description || new URL(url).host

const EMPTY: WebhookDraft = { url: '', description: '', events: [], enabled: true }
const ALL = EVENT_GROUPS.flatMap(({ events }) => events.map(([type]) => type))

export function NewWebhookDialog(props: {
  onCreated: (webhook: WebhookWithSecret) => void
  onClose: () => void
}) {
  const { onCreated, onClose } = props
  const creation = useCreateWebhook()
  const [draft, setDraft] = useState(EMPTY)
  return (
    <WebhookDialog
      title="New webhook"
      description="Another program is told by a signed POST when something happens here."
      save={['Add Webhook', 'Adding…']}
      draft={draft}
      onChange={setDraft}
      isSending={creation.isPending}
      error={creation.error}
      onSave={() => creation.mutate(draft, { onSuccess: onCreated })}
      onClose={onClose}
    />
  )
}

/** What is stored, as the form has it. */
const draftOf = ({ url, description, enabled, events }: Webhook): WebhookDraft => ({
  url,
  description,
  enabled,
  events: ALL.filter((type) => events.includes(type)),
})

export function EditWebhookDialog(props: {
  webhook: Webhook
  etag: string | null
  onClose: () => void
}) {
  const { webhook, onClose } = props
  // As it was opened: news of what somebody else saved must not pass for what this began with.
  const [etag, setEtag] = useState(props.etag)
  const [draft, setDraft] = useState(() => draftOf(webhook))
  const saving = useUpdateWebhook(webhook.id)
  const others = useTheirs(webhookQuery(webhook.id), {
    keepMine: (newest) => setEtag(newest.etag),
    takeTheirs: (newest) => {
      setEtag(newest.etag)
      setDraft(draftOf(newest.data))
    },
  })
  const save = async () => {
    try {
      await saving.mutateAsync({ body: draft, etag })
      toast.success('The webhook is saved')
      onClose()
    } catch (error) {
      // Anything else is said by the form.
      if (await others.find(error)) saving.reset()
    }
  }
  return (
    <WebhookDialog
      title="Change webhook"
      save={['Save', 'Saving…']}
      draft={draft}
      onChange={setDraft}
      isSending={saving.isPending}
      error={saving.error}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TheirsNotice of={others} title={() => 'Somebody else saved this webhook meanwhile'}>
        {({ data }) =>
          `${nameOf(data)} at ${data.url}, ${data.enabled ? 'on' : 'off'}, told of ${counted(data.events.length, 'kind of event', 'kinds of event')}`
        }
      </TheirsNotice>
    </WebhookDialog>
  )
}

type WebhookDialogProps = {
  title: string
  description?: string
  save: [label: string, busy: string]
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  isSending: boolean
  error: Error | null
  onSave: () => void
  onClose: () => void
  /** What stands above the fields. */
  children?: ReactNode
}

function WebhookDialog(props: WebhookDialogProps) {
  const { title, description, save, draft, onChange, isSending, error, children } = props
  const [missing, setMissing] = useState<Record<string, string>>({})
  const refused = (error instanceof ApiError && error.fields) || {}
  const problems = { ...refused, ...missing }
  const change = (part: Partial<WebhookDraft>) => {
    setMissing({})
    onChange({ ...draft, ...part })
  }
  const submit = () => {
    const found: Record<string, string> = {}
    if (!/^https?:\/\/\S/i.test(draft.url.trim())) {
      found.url = 'Please enter an address that begins with https://'
    }
    if (draft.events.length === 0) found.events = 'Please choose at least one kind of event'
    setMissing(found)
    if (Object.keys(found).length === 0) props.onSave()
  }
  return (
    <FormDialog
      title={title}
      description={description}
      action={save[0]}
      busyLabel={save[1]}
      isSending={isSending}
      problem={
        error && Object.keys(refused).length === 0 && failureOf(error, 'Failed to save the webhook')
      }
      onSubmit={submit}
      onClose={props.onClose}
    >
      {children}
      <Field label="Address" required error={problems.url}>
        <TextInput
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://example.com/front-desk"
          maxLength={2000}
          value={draft.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      </Field>
      <Field label="Description" optional error={problems.description}>
        <TextInput
          placeholder="Payroll"
          maxLength={200}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <Events
        chosen={draft.events}
        error={problems.events}
        onChange={(events) => change({ events })}
      />
      <Checkbox
        label="On"
        hint="While it is off, nothing new is kept for it."
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.target.checked })}
      />
    </FormDialog>
  )
}

type EventsProps = {
  chosen: WebhookEventType[]
  error: string | undefined
  onChange: (events: WebhookEventType[]) => void
}

function Events({ chosen, error, onChange }: EventsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="font-medium">Events</legend>
      <Checkbox
        className="mt-2"
        label="All"
        checked={chosen.length === ALL.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < ALL.length
        }}
        onChange={(event) => onChange(event.target.checked ? ALL : [])}
      />
      {EVENT_GROUPS.map(({ title, events }) => (
        <fieldset key={title} className="mt-4 grid gap-2">
          <legend className="mb-1 text-sm text-muted">{title}</legend>
          {events.map(([type, words]) => (
            <Checkbox
              key={type}
              label={words}
              hint={<code>{type}</code>}
              checked={chosen.includes(type)}
              onChange={(event) =>
                onChange(
                  ALL.filter((one) => (one === type ? event.target.checked : chosen.includes(one))),
                )
              }
            />
          ))}
        </fieldset>
      ))}
      {error && (
        <div className="mt-2">
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

/** The secret, which nobody is shown again. */
export function WebhookSecretDialog(props: {
  secret: string
  isRolled: boolean
  onClose: () => void
}) {
  const { secret, isRolled, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="The signing secret"
      description={
        isRolled
          ? 'Give it to the receiver within 24 hours: until then the one before signs as well. It is shown this once.'
          : 'The receiver checks with it that a delivery comes from here. It is shown this once.'
      }
      footer={<Button onClick={onClose}>I Have It</Button>}
    >
      <Field label="Secret">
        <span className="flex items-center gap-2">
          <TextInput
            readOnly
            className="font-mono"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy the secret" text={secret} />
        </span>
      </Field>
    </Dialog>
  )
}
