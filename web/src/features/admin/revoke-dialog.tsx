import type { UseMutationResult } from '@tanstack/react-query'
import { failureOf } from '#web/lib/api-error.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

type RevokeDialogProps<Row extends { id: string }> = {
  /** What is to be revoked; null while nobody asks. */
  doomed: Row | null
  /** What such a thing is, as in “Revoke this key?”. */
  noun: string
  /** What is lost by it. */
  question: (doomed: Row) => string
  /** Which one it was, as in “The key for Zapier is revoked”. */
  named: (doomed: Row) => string
  failure: string
  revoke: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>
  onClose: () => void
}

/** Asks before something that others hold is worth nothing any more. */
export function RevokeDialog<Row extends { id: string }>(props: RevokeDialogProps<Row>) {
  const { doomed, noun, question, named, failure, revoke, onClose } = props
  const takeBack = (row: Row) =>
    revoke.mutate(row.id, {
      onSuccess: () => toast.success(`${named(row)} is revoked`),
      onError: (error) => toast.error(failureOf(error, failure)),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      open={doomed !== null}
      onOpenChange={onClose}
      title={`Revoke this ${noun}?`}
      question={doomed && question(doomed)}
      confirmLabel="Revoke"
      danger
      busy={revoke.isPending}
      busyLabel="Revoking…"
      onConfirm={() => doomed && takeBack(doomed)}
    />
  )
}
