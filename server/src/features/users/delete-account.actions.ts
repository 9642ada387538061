import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import type { FileStore } from '../../platform/files.ts'
import { checkOwnPassword, holdProven } from './password.actions.ts'
import { removePerson } from './remove-person.actions.ts'

/**
 * Deletes the caller's account.
 * @throws AppError 409 for the last admin, 422 for a wrong password, 429 after too many
 */
export async function deleteOwnAccount(
  db: Db,
  call: { actor: SignedIn; origin: Origin },
  { password, pictures }: { password: string; pictures: FileStore },
): Promise<void> {
  const { actor } = call
  const field = 'password'
  const hash = await checkOwnPassword(db, call, { password, field })
  const unneeded = await inTransaction(db, async (tx) => {
    await holdProven(tx, actor, { hash, field })
    return removePerson(tx, call, actor)
  })
  await pictures.remove(unneeded)
}
