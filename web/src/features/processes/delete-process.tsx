import type { Process } from '@frontdesk/contract/processes'
import { DeleteItem } from '#web/features/editing/delete-item.tsx'
import {
  processQuery,
  removeProcess,
  restoreProcess,
  useRefreshProcesses,
} from './processes.api.ts'

type DeleteProcessProps = { process: Process; onCancel: () => void }

export function DeleteProcess({ process, onCancel }: DeleteProcessProps) {
  return (
    <DeleteItem
      what="process"
      item={process}
      itemKey={processQuery(process.id).queryKey}
      question="Are you sure you want to delete this process? Its runs stay."
      list="/processes"
      remove={removeProcess}
      restore={restoreProcess}
      refresh={useRefreshProcesses()}
      onCancel={onCancel}
    />
  )
}
