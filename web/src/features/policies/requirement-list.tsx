import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { requirementsQuery } from './policies.api.ts'
import { RequirementRow } from './requirement-row.tsx'

/** Of whom the policy is required already. */
export function RequirementList({ policyId }: { policyId: string }) {
  const { data, error, refetch } = useQuery(requirementsQuery(policyId))
  return (
    <section aria-label="Required of" className="border-t border-line pt-5">
      <h3 className="mb-2 font-medium">Required of</h3>
      {!data && error && (
        <ErrorPanel onRetry={() => void refetch()}>
          {messageOf(error, 'Failed to load who this policy is required of')}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={2} />}
      {data?.length === 0 && <p className="text-muted">Nobody yet.</p>}
      <ul>
        {data?.map((requirement) => (
          <RequirementRow key={requirement.id} policyId={policyId} requirement={requirement} />
        ))}
      </ul>
    </section>
  )
}
