import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, download } from '#web/lib/call.ts'
import { downloadInParts } from '#web/lib/download-in-parts.ts'
import { saveAs } from '#web/lib/files.ts'

/** The files that prove a run, oldest first. */
export const proofsQuery = (runId: string) =>
  queryOptions({
    queryKey: ['process_runs', 'proofs', runId],
    queryFn: ({ signal }) =>
      call('GET /processes/runs/:id/proofs', { signal, params: { id: runId } }),
  })

export type ProofUpload = { file: File; stepId: string }

/** @param onProgress told how much has gone out, from 0 to 1 */
export function useAddProof(runId: string, onProgress: (share: number) => void) {
  const refresh = useRefresh(runId)
  return useMutation({
    mutationFn: ({ file, stepId }: ProofUpload) => {
      const form = new FormData()
      if (stepId) form.set('step_id', stepId)
      form.set('file', file, file.name)
      const options = { params: { id: runId }, body: form, onProgress }
      return call('POST /processes/runs/:id/proofs', options)
    },
    onSuccess: refresh,
  })
}

export function useRemoveProof(runId: string, proofId: string) {
  const refresh = useRefresh(runId)
  const params = { id: runId, proof_id: proofId }
  return useMutation({
    mutationFn: () => call('DELETE /processes/runs/:id/proofs/:proof_id', { params }),
    onSuccess: refresh,
  })
}

type SavedProof = { id: string; file_name: string; file_size: number }

/** Fetches a proof and hands it to the person's own disk. */
export function useSaveProof(runId: string) {
  return useMutation({
    mutationFn: async ({ id, file_name: name, file_size: size }: SavedProof) => {
      const params = { id: runId, proof_id: id }
      const key = 'GET /processes/runs/:id/proofs/:proof_id/file'
      const fetchPart = (headers: { Range: string }) => download(key, { params, headers })
      saveAs(await downloadInParts(fetchPart, { size, onProgress: () => undefined }), name)
    },
  })
}

function useRefresh(runId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: proofsQuery(runId).queryKey })
}
