import { History } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { forgetItems, recentItems } from './recent-pages.ts'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'

/** What the person opened of late in this browser. */
export function RecentPage() {
  const user = useUser()
  const [items, setItems] = useState(() => recentItems(user.id))
  const forget = () => {
    forgetItems(user.id)
    setItems([])
  }
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Opened Lately"
        description="Kept in this browser alone, and gone when you sign out."
        actions={
          items.length > 0 && (
            <Button variant="secondary" onClick={forget}>
              Forget All
            </Button>
          )
        }
      />
      {items.length === 0 ? (
        <EmptyState icon={History} title="Nothing yet">
          Policies, documents, people and whatever else you open will stand here.
        </EmptyState>
      ) : (
        <ul
          aria-label="Opened lately"
          className="overflow-hidden rounded-lg border border-line bg-surface"
        >
          {items.map((item) => {
            const { icon: Icon, label } = targetOf(item.type)
            return (
              <li
                key={`${item.type} ${item.id}`}
                className="linked-row relative flex items-center gap-3 px-4 py-3 transition-colors not-last:border-b not-last:border-line hover:bg-hover"
              >
                <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
                <PathLink
                  to={pathTo(item, user)}
                  className="row-link min-w-0 grow rounded-lg wrap-anywhere font-medium"
                >
                  {item.title}
                </PathLink>
                <span className="shrink-0 text-sm text-muted">{label}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
