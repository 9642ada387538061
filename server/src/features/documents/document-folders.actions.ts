import type { Db } from '../../db/connect.ts'
import { unprocessable } from '../../http/errors.ts'
import { holdFolder } from './document-folders.queries.ts'

/**
 * For a change that puts something into a folder: it stays until that is done.
 * @throws AppError 422 `unknown_folder`
 */
export async function refuseUnknownFolder(db: Db, id: string | null | undefined): Promise<void> {
  if (!id || (await holdFolder(db, id))) return
  const sentence = 'This folder is not there any more'
  throw unprocessable('unknown_folder', sentence, { folder_id: sentence })
}
