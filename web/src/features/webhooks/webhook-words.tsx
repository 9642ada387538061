import type {
  DeliveryState,
  Webhook,
  WebhookEventType,
  WebhookState,
} from '@frontdesk/contract/webhooks'
import { Badge, type Tone } from '#web/ui/badge.tsx'

/** What an endpoint can be told of, in groups, each in a few words. */
export const EVENT_GROUPS: { title: string; events: [WebhookEventType, string][] }[] = [
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
