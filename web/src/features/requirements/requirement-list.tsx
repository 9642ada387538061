import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { RequirementRow } from './requirement-row.tsx'
import { type RequiredItem, requirementsQuery } from './requirements.api.ts'
import { words } from './requirement-words.ts'

/** Of whom the item is required already. */
export function RequirementList({ item }: { item: RequiredItem }) {
  const { data, error, refetch } = useQuery(requirementsQuery(item))
  return (
    <section aria-label="Required of" className="border-t border-line pt-5">
      <h3 className="mb-2 font-medium">Required of</h3>
      {!data && error && (
        <ErrorPanel onRetry={() => void refetch()}>
          {messageOf(error, words[item.type].listFailure)}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={2} />}
      {data?.length === 0 && <p className="text-muted">Nobody yet.</p>}
      <ul>
        {data?.map((requirement) => (
          <RequirementRow key={requirement.id} item={item} requirement={requirement} />
        ))}
      </ul>
    </section>
  )
}
