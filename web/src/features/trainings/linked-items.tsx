import type { LinkedItem } from '@frontdesk/contract/trainings'
import { FileText, type LucideIcon, ScrollText, Workflow } from 'lucide-react'
import { PathLink } from '#web/ui/path-link.tsx'

const kinds: Record<LinkedItem['type'], { path: string; label: string; icon: LucideIcon }> = {
  policy: { path: '/policies', label: 'Policy', icon: ScrollText },
  process: { path: '/processes', label: 'Process', icon: Workflow },
  document: { path: '/documents', label: 'Document', icon: FileText },
}

/** What belongs to a training: policies, processes and documents to open. */
export function LinkedItems({ items }: { items: LinkedItem[] }) {
  if (items.length === 0) return null
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Linked Content</h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {items.map((item) => {
          const { path, label, icon: Icon } = kinds[item.type]
          return (
            <li
              key={item.id}
              className="linked-row relative flex items-center gap-3 px-4 py-3 transition-colors not-last:border-b not-last:border-line hover:bg-hover"
            >
              <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
              <PathLink to={`${path}/${item.id}`} className="row-link min-w-0 grow font-medium">
                {item.title}
              </PathLink>
              <span className="text-sm text-muted">{label}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
