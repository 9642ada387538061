import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'
import { publish } from '../../platform/publish.ts'
import { findKnownLogos, lockSettings, logoAddress } from './settings.queries.ts'

/** Where the file of the logo is. */
export const openLogos = (place: StoragePlace) => openFiles(place, 'logos')

/** Removes files that a crash left without being the logo; runs hourly. */
export async function removeOrphanLogos(db: Db, place: StoragePlace): Promise<number> {
  return openLogos(place).removeOrphans(async (keys) => findKnownLogos(db, keys))
}

type UploadCall = Parameters<typeof recordAudit>[1] & {
  db: Db
  actor: Parameters<typeof holdOwnSession>[1]
}

/** The file, then the row: a crash in between leaves a file that the sweep removes. */
export async function storeLogo(
  logos: FileStore,
  content: Buffer,
  call: UploadCall,
): Promise<string> {
  const { key } = await logos.write(content)
  const unneeded = await inTransaction(call.db, async (tx) => {
    await holdOwnSession(tx, call.actor)
    const keys = await replaceLogo(tx, key)
    await recordAudit(tx, call, { action: 'settings.logo_changed' })
    return keys
  })
  await logos.remove(unneeded)
  return logoAddress({ logo_key: key })!
}

/** Puts a logo, or none, in the place of the one before; returns the keys that nobody needs any more. */
export async function replaceLogo(tx: Db, key: string | null): Promise<string[]> {
  const { logo_key: unneeded } = await lockSettings(tx)
  await tx.updateTable('settings').set({ logo_key: key }).execute()
  await publish(tx, { keys: ['settings'] })
  return unneeded ? [unneeded] : []
}
