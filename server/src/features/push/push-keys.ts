import { ECDH } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { findPushKeys, insertPushKeys, type PushKeys } from './push.queries.ts'

/** The library comes with the first push: a server that sends none does without its memory. */
export async function pushLibrary() {
  const { default: library } = await import('web-push')
  return library
}

/** The installation's keys, made by whoever asks first; of two servers that do at once, both get the same. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const kept = await findPushKeys(db)
  if (kept) return kept
  const { generateVAPIDKeys } = await pushLibrary()
  const { publicKey, privateKey } = generateVAPIDKeys()
  await insertPushKeys(db, { public_key: publicKey, private_key: privateKey })
  const first = await findPushKeys(db)
  if (!first) throw new Error('The keys for push were not kept')
  return first
}

/** Whether something can be encrypted for this key at all: it is a point of P-256. */
export function isPointOnCurve(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}
