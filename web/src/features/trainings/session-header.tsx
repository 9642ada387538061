import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'

/** All that stands around a training on a phone: what it is, and the way out. */
export function SessionHeader({ title }: { title: string }) {
  return (
    <div className="sticky top-0 z-20 -mx-(--page-gutter) mb-5 flex h-12 items-center gap-3 border-b border-line bg-paper pr-1 pl-(--page-gutter) low:static md:hidden">
      <p aria-hidden="true" className="min-w-0 grow truncate text-sm font-medium">
        {title}
      </p>
      <Link
        to="/training"
        aria-label="Close the training"
        title="Close the training"
        className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
      >
        <X className="size-5" aria-hidden="true" />
      </Link>
    </div>
  )
}
