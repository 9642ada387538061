import type { StripeConfig } from '../../src/config.ts'
import type { Books } from './books.ts'

/** How it can misbehave, each as Stripe itself might on a bad day. */
export type Fault = 'slow' | 'down' | 'fault' | 'busy' | 'html' | 'rubbish'

/** An event on its way, or held back. */
export interface Delivery {
  id: string
  type: string
  /** The body that is signed. */
  payload: string
}

/** A stand-in for Stripe on this machine: the part of it that Front Desk uses, with its pages. */
export interface LocalStripe {
  url: string
  /** What Front Desk is configured with to use it; another key here is one that it does not accept. */
  config: StripeConfig
  books: Books
  /** Where webhooks go, such as `http://127.0.0.1:3000`; null: nowhere. */
  deliverTo: string | null
  /** Events are kept in `held` in place of being sent. */
  hold: boolean
  held: Delivery[]
  /** Every event is sent as often as this. */
  times: number
  fault: Fault | null
  /** What happens before a call, such as `GET /v1/prices/…`, is answered. */
  before: (call: string) => Promise<void>
  /** Calls of the API since it began, as `GET /v1/prices/…`. */
  calls: string[]
  /** Sends an event, signed now unless said otherwise; the status that it was answered with. */
  send(
    delivery: Delivery,
    options?: { signedAt?: number; secret?: string; to?: string },
  ): Promise<number>
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
  close(): Promise<void>
}
