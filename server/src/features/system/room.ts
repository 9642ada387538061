import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { type Db, poolOf } from '../../db/connect.ts'

/** Bytes on the disk of the data folder; null where it does not say. */
export async function roomOnDisk({
  dataDir,
}: Pick<Config, 'dataDir'>): Promise<{ free: number; total: number } | null> {
  const room = await statfs(dataDir).catch(() => null)
  if (!room) return null
  return { free: room.bavail * room.bsize, total: room.blocks * room.bsize }
}

/** Connections of this server to the database, and how many requests wait for one. */
export function poolInUse(db: Db): { used: number; idle: number; awaited: number; most: number } {
  const { totalCount, idleCount, waitingCount, options } = poolOf(db)
  return {
    used: totalCount - idleCount,
    idle: idleCount,
    awaited: waitingCount,
    most: options.max,
  }
}
