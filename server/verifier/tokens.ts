import type { KeptCheckpoint } from './checkpoints.ts'
import type { KeptFile, Shown } from './outside.ts'
import type { Pack } from './pack.ts'

/** Held back until the look at tokens is there. */
export async function checkTokens(
  _pack: Pack,
  _kept: KeptCheckpoint[],
  _authorities: KeptFile[],
): Promise<Shown[]> {
  return []
}
