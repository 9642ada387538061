import { PROOF_MAX_BYTES } from '@frontdesk/contract/constants'
import { canRemoveProof } from '@frontdesk/contract/permissions'
import type { RunProof } from '@frontdesk/contract/process-run-proofs'
import type { ProcessRun, RunStep } from '@frontdesk/contract/process-runs'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Paperclip, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { downloadInParts, limitOf, roughSize, saveAs } from '#web/lib/files.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { useUser } from '#web/session/session.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The files that prove a run, oldest first. */
export const proofsQuery = (runId: string) =>
  queryOptions({
    queryKey: ['process_runs', 'proofs', runId],
    queryFn: ({ signal }) =>
      call('GET /processes/runs/:id/proofs', { signal, params: { id: runId } }),
  })

export type ProofUpload = { file: File; stepId: string }

/** @param onProgress told how much has gone out, from 0 to 1 */
function useAddProof(runId: string, onProgress: (share: number) => void) {
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

function useRemoveProof(runId: string, proofId: string) {
  const refresh = useRefresh(runId)
  const params = { id: runId, proof_id: proofId }
  return useMutation({
    mutationFn: () => call('DELETE /processes/runs/:id/proofs/:proof_id', { params }),
    onSuccess: refresh,
  })
}

type SavedProof = { id: string; file_name: string; file_size: number }

/** Fetches a proof and hands it to the person's own disk. */
function useSaveProof(runId: string) {
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

type RunProofsProps = { run: ProcessRun; steps: RunStep[] }

/** The files that show that a run was done. */
export function RunProofs({ run, steps }: RunProofsProps) {
  const { data: proofs, error, refetch } = useQuery(proofsQuery(run.id))
  const isOpen = run.state === 'in_progress'
  return (
    <aside aria-label="Proofs" className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Proofs</h2>
      <LoadState of={{ data: proofs, error, refetch }} failure="Failed to load proofs" />
      {proofs?.length === 0 && (
        <p className="mb-4 text-muted">
          {isOpen
            ? 'Attach the file that shows a step was done: a receipt, a signed form, a photo.'
            : 'No files were attached.'}
        </p>
      )}
      {proofs && proofs.length > 0 && (
        <ul className="mb-5 divide-y divide-line rounded-lg border border-line bg-surface">
          {proofs.map((proof) => (
            <ProofRow key={proof.id} run={run} proof={proof} step={stepOf(proof, steps)} />
          ))}
        </ul>
      )}
      {isOpen && <AttachForm runId={run.id} steps={steps} />}
    </aside>
  )
}

const stepOf = ({ step_id: id }: RunProof, steps: RunStep[]) => steps.find((step) => step.id === id)

type ProofRowProps = { run: ProcessRun; proof: RunProof; step: RunStep | undefined }

function ProofRow({ run, proof, step }: ProofRowProps) {
  const user = useUser()
  const saving = useSaveProof(run.id)
  const removal = useRemoveProof(run.id, proof.id)
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const canRemove = run.state === 'in_progress' && canRemoveProof(user, proof, run)
  const problem = saving.error ?? removal.error
  const dismiss = () => {
    saving.reset()
    removal.reset()
  }
  return (
    <li className="grid gap-2 px-3.5 py-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">
          <p className="wrap-anywhere">
            <bdi className="font-medium">{proof.file_name}</bdi>
          </p>
          <p className="text-sm text-muted tabular-nums">
            {step ? `Step ${step.order_number} · ` : ''}
            {roughSize(proof.file_size)} · {proof.added_by_name},{' '}
            <RelativeTime iso={proof.created_at} />
          </p>
        </div>
        <IconButton
          icon={Download}
          label={`Download ${proof.file_name}`}
          disabled={saving.isPending}
          onClick={() => saving.mutate(proof)}
        />
        {canRemove && !isAsking && (
          <IconButton
            ref={trigger}
            icon={Trash2}
            label={`Remove ${proof.file_name}`}
            onClick={ask}
          />
        )}
      </div>
      {isAsking && (
        <ConfirmBox
          question="Remove this file? It can’t be brought back."
          confirmLabel="Remove"
          busy={removal.isPending}
          busyLabel="Removing…"
          onConfirm={() => removal.mutate()}
          onCancel={cancel}
        />
      )}
      {problem && (
        <ErrorPanel
          title={saving.error ? 'Failed to download the file' : 'Failed to remove the file'}
          onDismiss={dismiss}
        >
          {messageOf(problem, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
    </li>
  )
}

type AttachFormProps = { runId: string; steps: RunStep[] }

function AttachForm({ runId, steps }: AttachFormProps) {
  const [stepId, setStepId] = useState('')
  const [share, setShare] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const adding = useAddProof(runId, setShare)
  const [tooLarge, setTooLarge] = useState(false)

  const attach = async (file: File) => {
    setTooLarge(file.size > PROOF_MAX_BYTES)
    if (file.size > PROOF_MAX_BYTES) return
    setShare(0)
    try {
      await adding.mutateAsync({ file, stepId })
      toast.success('The file is attached')
    } catch {
      // The panel below says why.
    }
  }
  const problem = tooLarge
    ? `Please choose a file of at most ${limitOf(PROOF_MAX_BYTES)}`
    : adding.error && messageOf(adding.error, 'An unexpected error occurred')
  const dismiss = () => {
    adding.reset()
    setTooLarge(false)
  }
  return (
    <div data-print="no" className="grid gap-3">
      <Field label="It proves">
        <Select value={stepId} onChange={(event) => setStepId(event.target.value)}>
          <option value="">The whole run</option>
          {steps.map((step) => (
            <option key={step.id} value={step.id}>
              {`Step ${step.order_number}: ${step.title}`}
            </option>
          ))}
        </Select>
      </Field>
      {problem && (
        <ErrorPanel title="Failed to attach the file" onDismiss={dismiss}>
          {problem}
        </ErrorPanel>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={Paperclip}
        busy={adding.isPending}
        busyLabel={`${Math.round(share * 100)}%`}
        onClick={() => input.current?.click()}
      >
        Attach File
      </Button>
      <input
        ref={input}
        type="file"
        aria-label="Proof"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void attach(file)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
