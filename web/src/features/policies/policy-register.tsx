import type { Policy } from '@frontdesk/contract/policies'
import { useFocusOnNew } from '#web/lib/use-focus-on-new.ts'
import { Button } from '#web/ui/button.tsx'
import { PolicyRow } from './policy-row.tsx'

type PolicyRegisterProps = {
  title: string
  /** Not shown where the title alone says it. */
  hideTitle?: boolean
  policies: Policy[]
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
}

/** One group of policies, in the order that the server gives. */
export function PolicyRegister(props: PolicyRegisterProps) {
  const { title, hideTitle, policies, hasMore, loadingMore, onMore } = props
  const { list, onShowMore } = useFocusOnNew(policies.length, onMore)
  if (policies.length === 0 && !hasMore) return null
  return (
    <section aria-label={title}>
      <h2 className={hideTitle ? 'sr-only' : 'mb-3 text-lg font-semibold'}>{title}</h2>
      {policies.length > 0 && (
        <ul ref={list} className="overflow-hidden rounded-lg border border-line bg-surface">
          {policies.map((policy) => (
            <PolicyRow key={policy.id} policy={policy} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="mt-4 flex justify-center">
          <Button variant="secondary" busy={loadingMore} busyLabel="Loading…" onClick={onShowMore}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}
