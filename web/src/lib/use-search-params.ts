import { useNavigate, useSearch, type AnyRouter } from '@tanstack/react-router'

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
