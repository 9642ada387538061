import { Skeleton } from '#web/ui/skeleton.tsx'
import { documentGrid } from './document-grid.ts'

export function DocumentListSkeleton() {
  return (
    <div className={documentGrid} aria-busy="true" aria-label="Loading documents">
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <div key={card} className="rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-[16/10] rounded-t-lg" />
          <div className="grid gap-3 p-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
