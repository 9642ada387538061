import { conflict } from './errors.ts'

/** Whether the browser has this one already: its `If-None-Match` names it (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

/** `ETag` of what several people edit: the count of its saved changes. */
export const etagOf = (item: { revision: number }) => `"${item.revision}"`

/**
 * Lets a save through whose editor started from the item as it is now, or did not say. A weak tag
 * counts as well: proxies that compress make tags weak, and this one counts changes, not bytes.
 * @param edit.ifMatch the `ETag` that the editor started from, where known
 * @param edit.sentence what the editor reads where somebody else was faster
 * @param edit.findCurrent the item as the editor may see it now
 * @throws AppError 409 `edit_conflict`
 */
export async function refuseIfChanged(
  stored: { revision: number },
  edit: { ifMatch: string | undefined; sentence: string; findCurrent: () => Promise<unknown> },
): Promise<void> {
  if (!edit.ifMatch || matchesEtag(edit.ifMatch, etagOf(stored))) return
  throw conflict('edit_conflict', edit.sentence, { current: await edit.findCurrent() })
}
