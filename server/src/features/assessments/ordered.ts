import { uuidv7 } from 'uuidv7'

/**
 * Parts in the order that was sent, numbered from 1. A part keeps its id where it is one of the
 * `known`, and has it to itself; any other gets a new one.
 */
export function numbered<Part extends { id?: string | null; order?: number | null }>(
  parts: readonly Part[],
  known: Iterable<string>,
): (Part & { id: string; order_number: number })[] {
  const free = new Set(known)
  return parts
    .map((part, index) => ({ part, place: part.order ?? index + 1 }))
    .sort((one, other) => one.place - other.place)
    .map(({ part }, index) => ({
      ...part,
      id: part.id && free.delete(part.id) ? part.id : uuidv7(),
      order_number: index + 1,
    }))
}

/** The list with one part moved in at a place from 1; at the end where there is no such place. */
export function placedAt<Part>(list: readonly Part[], part: Part, place?: number | null): Part[] {
  const index = place ? Math.min(Math.max(place, 1) - 1, list.length) : list.length
  return [...list.slice(0, index), part, ...list.slice(index)]
}

/** The list in the order of the ids; null where they are not exactly the list's. */
export function inOrderOf<Part extends { id: string }>(
  list: readonly Part[],
  ids: readonly string[],
): Part[] | null {
  const byId = new Map(list.map((part) => [part.id, part]))
  const parts = ids.map((id) => byId.get(id))
  const complete = ids.length === list.length && new Set(ids).size === ids.length
  return complete && parts.every((part) => part !== undefined) ? parts : null
}
