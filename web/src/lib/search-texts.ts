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
