import type { Scope } from './scopes.ts'

/** Who may call: anyone, any signed-in active person, or admins only. */
export type Access = 'public' | 'user' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A zod schema, seen only by its structure: checking `z.ZodType` itself costs seconds. */
export interface Schema<O = unknown, I = unknown> {
  readonly _zod: { readonly output: O; readonly input: I }
}

/** One call of the API: the single source for the router, the web's client and the OpenAPI page. */
export interface Endpoint {
  readonly method: Method
  /** Below `/api/v1` (of SCIM: `/scim/v2`), parameters as `:name`. */
  readonly path: string
  /** Required: an endpoint that forgets who may call it does not compile. */
  readonly access: Access
  /** One sentence for the API page. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** A file that comes as `multipart/form-data` in this field; the handler reads it itself. */
  readonly upload?: {
    readonly field: string
    /** Left out: as much as the installation allows. */
    readonly maxBytes?: number
    /** The texts that come beside it. */
    readonly fields?: Schema
  }
  /** Left out: the answer is 204 without a body. */
  readonly response?: Schema
  /** The status of success where it is not 200 (or 204 without a response); 303 sends a browser on. */
  readonly status?: 201 | 303
  /** For a POST that only asks: it needs no transaction and leaves no trace in the audit trail. */
  readonly changesNothing?: true
  /** Answers also those whose role needs a second factor that they have not set up in time. */
  readonly beforeSetUp?: true
  /**
   * Takes a sign-in of the last ten minutes, or the password again (`POST /auth/confirm`): always, where
   * the body has one of these fields, or where it says so. Otherwise 403 `fresh_sign_in_required`.
   */
  readonly fresh?: true | readonly string[] | ((body: never) => boolean)
  /**
   * Which scope an API key needs, where it is not the one of the feature (`byKey` in all.ts); `never`: it is
   * a person's own act, whatever the scope.
   */
  readonly byKey?: Scope | 'never'
  /** Why what it writes needs no line in the audit trail beside it. */
  readonly ownRecord?: string
  /** Set for what is not JSON, such as `text/csv`: the handler sends the body itself. */
  readonly produces?: string
}

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(shape: E): E {
  return shape
}

/** What a schema yields after parsing; `undefined` where there is none. */
export type Output<S> = S extends Schema<infer O> ? O : undefined

/** What a schema accepts before parsing; `undefined` where there is none. */
export type Input<S> = S extends Schema<unknown, infer I> ? I : undefined
