import { PROOF_FILE_REQUIRED } from '@frontdesk/contract/constants'
import { canRemoveProof } from '@frontdesk/contract/permissions'
import { processRunProofEndpoints } from '@frontdesk/contract/process-run-proofs'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { forbidden, notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { sendFile } from '../../http/send-file.ts'
import { holdOwnSession } from '../../http/session.ts'
import { keepUpload } from '../../http/upload.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import type { ProofFiles } from './processes.proofs.actions.ts'
import { deleteProof, findProof, insertProof, listProofs } from './processes.proofs.queries.ts'
import { lockOpenRun, noSuchRun, viewerOf } from './processes.runs.actions.ts'
import { findRun, findRunStep } from './processes.runs.queries.ts'

const FILES = { ownTransactions: 'files are written before a transaction and removed after it' }

const UPLOADS: Limit = { tries: 120, windowSeconds: 60 * 60 }
const TOO_MANY = 'You have attached very many files. Please try again later.'

const noSuchProof = () => notFound('This file is no longer there')

const itemOf = ({ id, title }: { id: string; title: string }) => ({
  type: 'process_run',
  id,
  title,
})

/** @param mountUpload mounts where `multipart/form-data` is read */
export function processRunProofRoutes(
  mount: Mount,
  mountUpload: Mount,
  { files, maxBytes }: ProofFiles,
): void {
  mount(processRunProofEndpoints.listRunProofs, async ({ db, actor, params }) => {
    if (!(await findRun(db, viewerOf(actor), params.id))) throw noSuchRun()
    return listProofs(db, params.id)
  })

  mountUpload(
    processRunProofEndpoints.addRunProof,
    async (call) => {
      const { db, actor, params, request } = call
      // Before all of it has come; it is looked at again below.
      await inTransaction(db, async (tx) => lockOpenRun(tx, params.id))
      await consume(db, `proofs-of:${actor.id}`, UPLOADS, TOO_MANY)
      const { upload } = processRunProofEndpoints.addRunProof
      const rules = { ...upload, maxBytes, missing: PROOF_FILE_REQUIRED }
      return keepUpload({ db, request, files }, rules, async (tx, { file, fields }) => {
        await holdOwnSession(tx, actor)
        const run = await lockOpenRun(tx, params.id)
        await checkStep(tx, run.id, fields.step_id)
        const proof = await insertProof(tx, {
          runId: run.id,
          stepId: fields.step_id ?? null,
          addedBy: actor.id,
          file,
        })
        await recordAudit(tx, call, {
          action: 'process_run.proof_added',
          item: itemOf(run),
          details: { file_name: file.name, file_type: file.type, sha256: file.sha256 },
        })
        await publish(tx, { keys: ['process_runs'] })
        return proof
      })
    },
    FILES,
  )

  mount(processRunProofEndpoints.getRunProofFile, async ({ db, params, request, reply }) => {
    const proof = await findProof(db, params.id, params.proof_id)
    if (!proof) throw noSuchProof()
    const { file_key: key, file_name: name, file_type: type, file_size: size } = proof
    const file = { key, name, type, size, mime: proof.mime, sha256: proof.sha256 }
    return sendFile({ request, reply, files }, file)
  })

  mount(
    processRunProofEndpoints.deleteRunProof,
    async (call) => {
      const { db, actor, params } = call
      const key = await inTransaction(db, async (tx) => {
        await holdOwnSession(tx, actor)
        const proof = await findProof(tx, params.id, params.proof_id)
        if (!proof) throw noSuchProof()
        const run = await lockOpenRun(tx, params.id)
        if (!canRemoveProof(actor, proof, run)) {
          throw forbidden(
            'Only who added this file, who started the run, or an admin, can remove it',
          )
        }
        await deleteProof(tx, proof.id)
        await recordAudit(tx, call, {
          action: 'process_run.proof_removed',
          item: itemOf(run),
          details: { file_name: proof.file_name, sha256: proof.sha256 },
        })
        await publish(tx, { keys: ['process_runs'] })
        return proof.file_key
      })
      await files.remove([key])
    },
    FILES,
  )
}

async function checkStep(tx: Db, runId: string, stepId: string | undefined): Promise<void> {
  if (stepId && !(await findRunStep(tx, runId, stepId))) throw notFound('Step not found')
}
