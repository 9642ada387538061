import type { Api } from '@frontdesk/contract/all'
import type { Input, Output, Schema } from '@frontdesk/contract/endpoint'

/** Names one endpoint: `GET /policies/:id`. */
export type EndpointKey = keyof Api

type RequiredKeys<T> = { [P in keyof T]-?: undefined extends T[P] ? never : P }[keyof T]
type NothingRequired<T> = [RequiredKeys<T>] extends [never] ? true : false

type Part<E, Name extends string> =
  E extends Record<Name, infer S extends Schema>
    ? NothingRequired<Input<S>> extends true
      ? { [N in Name]?: Input<S> }
      : { [N in Name]: Input<S> }
    : { [N in Name]?: N extends 'body' ? FormData : undefined }

/** What any call may be given beside what its endpoint takes. */
export type CallExtras = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Told how much of the body has gone out, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** What one endpoint takes, as the contract says. */
export type CallOptions<K extends EndpointKey> =
  // Each for itself: made of the parts of all endpoints at once, the type would have a hundred thousand cases.
  K extends EndpointKey
    ? Part<Api[K], 'params'> & Part<Api[K], 'query'> & Part<Api[K], 'body'> & CallExtras
    : never

/** The options, to be left out where nothing in them is required. */
export type CallArguments<K extends EndpointKey> =
  NothingRequired<CallOptions<K>> extends true
    ? [options?: CallOptions<K>]
    : [options: CallOptions<K>]

/** What an endpoint answers; an empty object where it answers nothing. */
export type Answer<K extends EndpointKey> =
  Api[K] extends Record<'response', infer S> ? Output<S> : Record<string, never>

/** An answer with what its headers say about it. */
export type PageAnswer<K extends EndpointKey> = {
  data: Answer<K>
  /** Goes into `If-Match` when this is saved. */
  etag: string | null
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
  /** How many match in all, where the endpoint counts. */
  total: number | null
  /** Whether there are more than `total`, which is then as far as the endpoint counts. */
  more: boolean
}
