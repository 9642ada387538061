import { Skeleton } from '#web/ui/skeleton.tsx'

const titleWidths = ['w-56', 'w-72', 'w-48', 'w-64', 'w-52']

export function ProcessListSkeleton() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading processes…</span>
      {titleWidths.map((width) => (
        <div key={width} className="px-4 py-4 not-last:border-b not-last:border-line sm:px-5">
          <Skeleton className={`my-1 h-5 max-w-full ${width}`} />
          <Skeleton className="mt-2.5 h-4 w-full max-w-xl" />
          <Skeleton className="mt-3 h-3.5 w-40 xl:hidden" />
        </div>
      ))}
    </div>
  )
}
