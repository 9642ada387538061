import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { askOutside } from './ask-outside.ts'
import {
  findCheckpoint,
  findCosignedSize,
  insertCosignature,
  readRecordHashes,
} from './checkpoints.queries.ts'
import { type CopyJob, keepOrSay } from './copies-outside.actions.ts'
import { ProofReader } from './merkle.ts'
import { cosignedAt, readNote, readSignature, readVerifierKey } from './signed-note.ts'

/**
 * Has a witness cosign a checkpoint (C2SP tlog-witness): it signs only what grew out of what it signed before.
 * @throws where it has not yet: the job is tried again
 */
export async function cosignCheckpoint(
  { db, config }: { db: Db; config: Config },
  log: FastifyBaseLogger,
  { number }: CopyJob,
  signal: AbortSignal,
): Promise<void> {
  const { witness } = config
  const checkpoint = await findCheckpoint(db, number)
  if (!witness || !checkpoint) return
  const key = await readVerifierKey(witness.key)
  // It has cosigned a later one, which stands for this one as well.
  const before = await findCosignedSize(db, key.name)
  if (before !== undefined && before.number >= number) return
  await keepOrSay(db, log, { number, kind: 'cosignature' }, async () => {
    const ask = async (from: number) =>
      askOutside(
        `${witness.url}/add-checkpoint`,
        {
          body: Buffer.from(await requestOf(db, { from, checkpoint })),
          type: 'text/plain; charset=utf-8',
          accept: 'text/plain',
        },
        signal,
      )
    let answer = await ask(before?.size ?? 0)
    if (answer.status === 409) {
      // It has seen another size last, as before a restore, and says which.
      const seen = sizeOf(answer.body)
      if (seen > checkpoint.size) {
        throw new Error(
          `The witness has seen ${seen} acknowledgments, and there are ${checkpoint.size}`,
        )
      }
      answer = await ask(seen)
    }
    if (answer.status !== 200) throw new Error(refusalOf(answer.status))
    const { text } = readNote(checkpoint.note)
    for (const line of answer.body.toString('utf8').split('\n').filter(Boolean)) {
      const signedAt = await cosignedAt(text, readSignature(line), key)
      if (signedAt) {
        return async (tx) => insertCosignature(tx, { number, witness: key.name, line, signedAt })
      }
    }
    throw new Error('The witness’s answer is not signed by WITNESS_KEY')
  })
}

async function requestOf(
  db: Db,
  { from, checkpoint }: { from: number; checkpoint: { size: number; note: string } },
): Promise<string> {
  const { size, note } = checkpoint
  const reader = new ProofReader()
  reader.expectConsistency(from, size)
  await reader.read(readRecordHashes(db, { after: 0, upTo: size }))
  const proof = reader.consistency(from, size).map((hash) => `${hash.toString('base64')}\n`)
  return `old ${from}\n${proof.join('')}\n${note}`
}

function sizeOf(body: Buffer): number {
  const text = body.toString('utf8').trim()
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) {
    throw new Error('The witness does not say which size it has seen')
  }
  return Number(text)
}

const REFUSALS: Record<number, string> = {
  403: 'The witness does not take the key of this installation',
  404: 'The witness does not know this installation',
  422: 'The witness says that the history is not the one that it has signed before',
}

const refusalOf = (status: number) => REFUSALS[status] ?? `The witness answered with ${status}`
