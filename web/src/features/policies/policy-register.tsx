import type { ListedPolicy } from '@frontdesk/contract/policies'
import { GrowingList } from '#web/ui/growing-list.tsx'
import { PolicyRow } from './policy-row.tsx'

type PolicyRegisterProps = {
  title: string
  /** Not shown where the title alone says it. */
  hideTitle?: boolean
  policies: ListedPolicy[]
  /** Those in use, for whoever may change policies. */
  categories?: string[]
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
}

/** One group of policies, in the order that the server gives. */
export function PolicyRegister(props: PolicyRegisterProps) {
  const { title, hideTitle, policies, categories, hasMore, loadingMore, onMore } = props
  if (policies.length === 0 && !hasMore) return null
  return (
    <section aria-label={title}>
      <h2 className={hideTitle ? 'sr-only' : 'mb-3 text-lg font-semibold'}>{title}</h2>
      <GrowingList
        className="overflow-hidden rounded-lg border border-line bg-surface"
        count={policies.length}
        hasMore={hasMore}
        loadingMore={loadingMore}
        onMore={onMore}
      >
        {policies.map((policy) => (
          <PolicyRow key={policy.id} policy={policy} categories={categories} />
        ))}
      </GrowingList>
    </section>
  )
}
