import { conflict } from '../../http/errors.ts'

/** `ETag` of a person: the count of the changes of their profile. */
export const etagOf = (person: { revision: number }) => `"${person.revision}"`

/**
 * Lets a save through whose editor started from the person as they are now, or did not say.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @param read the person as the editor may see them now
 * @throws AppError 409 `edit_conflict`
 */
export async function refuseIfChanged(
  stored: { revision: number },
  ifMatch: string | undefined,
  read: () => Promise<unknown>,
): Promise<void> {
  if (!ifMatch || ifMatch === '*' || ifMatch === etagOf(stored)) return
  throw conflict('edit_conflict', 'Somebody else has changed this profile in the meantime', {
    current: await read(),
  })
}
