import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1.5 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="max-w-[44ch] text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
