import type { RunProof } from '@frontdesk/contract/process-run-proofs'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Upload } from '../../http/upload.ts'

function proofs(db: Db) {
  return db
    .selectFrom('process_run_proofs as proof')
    .innerJoin('users as adder', 'adder.id', 'proof.added_by')
    .select([
      'proof.id',
      'proof.step_id',
      'proof.file_name',
      'proof.file_type',
      'proof.file_size',
      'proof.added_by',
      'adder.name as added_by_name',
      'proof.created_at',
    ])
}

/** Oldest first. */
export async function listProofs(db: Db, runId: string): Promise<RunProof[]> {
  return proofs(db).where('proof.run_id', '=', runId).orderBy('proof.id').execute()
}

/** With where its file is; undefined where the run has no such proof. */
export async function findProof(db: Db, runId: string, id: string) {
  return proofs(db)
    .select(['proof.file_key', 'proof.mime', 'proof.sha256'])
    .where('proof.run_id', '=', runId)
    .where('proof.id', '=', id)
    .executeTakeFirst()
}

/** Adds a proof whose file is kept already. */
export async function insertProof(
  db: Db,
  proof: { runId: string; stepId: string | null; addedBy: string; file: Upload<unknown>['file'] },
): Promise<RunProof> {
  const { runId, stepId, addedBy, file } = proof
  const id = uuidv7()
  await db
    .insertInto('process_run_proofs')
    .values({
      id,
      run_id: runId,
      step_id: stepId,
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      mime: file.mime,
      file_size: file.size,
      sha256: file.sha256,
      added_by: addedBy,
    })
    .execute()
  return proofs(db).where('proof.id', '=', id).executeTakeFirstOrThrow()
}

/** Removes a proof; its file is the caller's to remove. */
export async function deleteProof(db: Db, id: string): Promise<void> {
  await db.deleteFrom('process_run_proofs').where('id', '=', id).execute()
}

/** Those of the keys that are a proof's file. */
export async function findKnownProofs(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('process_run_proofs')
    .select('file_key')
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute()
  return rows.map((row) => row.file_key)
}
