import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { proveOneself } from './password.actions.ts'
import { removePerson } from './remove-person.actions.ts'

/**
 * Deletes the caller's account, for somebody who has just proved who they are: by their password, or
 * by signing in.
 * @throws AppError 403 `fresh_sign_in_required`, 409 for the last admin, 422 for a wrong or missing password, 429
 */
export async function deleteOwnAccount(
  db: Db,
  call: { actor: SignedIn; origin: Origin },
  { password, pictures }: { password: string | undefined; pictures: FileStore },
): Promise<void> {
  const { actor } = call
  const hold = await proveOneself(db, call, { password, field: 'password', freshIsEnough: true })
  const unneeded = await inTransaction(db, async (tx) => {
    await hold(tx)
    return removePerson(tx, call, actor)
  })
  await pictures.remove(unneeded)
}
