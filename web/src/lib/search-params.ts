import { type AnyRouter, useNavigate, useSearch } from '@tanstack/react-router'

/**
 * What an address says behind its `?`, by name: texts as they are written. (The router's own reading takes
 * `?search=12e45678` for a number, and shows another one.) Of a name that comes twice the last counts.
 */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

/** The same the other way round; what is undefined or null is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

/** This page's part of the address after the `?`, as `read` understands it, and how to change it. */
export function useSearchParams<Params extends object>(
  read: (raw: Record<string, unknown>) => Params,
) {
  const raw: Record<string, unknown> = useSearch<AnyRouter, undefined, false>({ strict: false })
  const navigate = useNavigate()
  const params = read(raw)

  /** What is empty leaves the address; `replace` keeps the step out of the browser's history. */
  const change = (next: Partial<Params>, { replace = false } = {}) => {
    const search = Object.fromEntries(
      Object.entries({ ...params, ...next }).filter(([, value]) => value),
    )
    void navigate<AnyRouter, string, '.'>({ to: '.', search, replace, resetScroll: false })
  }
  return { params, change }
}

/** A value of the address; empty where it has none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
