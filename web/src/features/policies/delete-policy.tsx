import type { Policy } from '@frontdesk/contract/policies'
import { DeleteItem } from '#web/features/editing/delete-item.tsx'
import { policyQuery, removePolicy, restorePolicy, useRefreshPolicies } from './policies.api.ts'

type DeletePolicyProps = { policy: Policy; onCancel: () => void }

export function DeletePolicy({ policy, onCancel }: DeletePolicyProps) {
  return (
    <DeleteItem
      what="policy"
      item={policy}
      itemKey={policyQuery(policy.id).queryKey}
      question="Are you sure you want to delete this policy?"
      list="/policies"
      remove={removePolicy}
      restore={restorePolicy}
      refresh={useRefreshPolicies()}
      onCancel={onCancel}
    />
  )
}
