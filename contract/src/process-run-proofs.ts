import { z } from 'zod'
import { PROOF_MAX_BYTES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, time } from './fields.ts'

/** A file that shows that a run, or one step of it, was done. */
export const RunProof = z.object({
  id,
  step_id: id.nullable().describe('Null where it proves the whole run.'),
  file_name: z.string(),
  file_type: z.string(),
  file_size: z.int().describe('Bytes.'),
  added_by: id,
  added_by_name: z.string(),
  created_at: time,
})
export type RunProof = z.infer<typeof RunProof>

const ofRun = z.object({ id, proof_id: id })

export const processRunProofEndpoints = {
  listRunProofs: endpoint({
    method: 'GET',
    path: '/processes/runs/:id/proofs',
    access: 'user',
    summary: 'The files that prove a run, oldest first.',
    params: byId,
    response: z.array(RunProof),
  }),
  addRunProof: endpoint({
    method: 'POST',
    path: '/processes/runs/:id/proofs',
    access: 'user',
    summary:
      'Attaches a file to a run, or to one step of it. 409 `run_ended` once the run has ended, 413 over the limit, 429 after too many.',
    params: byId,
    upload: {
      field: 'file',
      maxBytes: PROOF_MAX_BYTES,
      fields: z.object({ step_id: id.optional() }),
    },
    response: RunProof,
    status: 201,
  }),
  getRunProofFile: endpoint({
    method: 'GET',
    path: '/processes/runs/:id/proofs/:proof_id/file',
    access: 'user',
    summary: 'The file as it was attached, to be saved. Honours `Range`.',
    params: ofRun,
    produces: 'application/octet-stream',
  }),
  deleteRunProof: endpoint({
    method: 'DELETE',
    path: '/processes/runs/:id/proofs/:proof_id',
    access: 'user',
    summary:
      'Removes a proof and its file; by who added it, who started the run, and admins. 409 `run_ended` once the run has ended.',
    params: ofRun,
  }),
}
