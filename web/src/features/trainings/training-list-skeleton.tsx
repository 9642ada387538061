import { Skeleton } from '#web/ui/skeleton.tsx'

const titleWidths = ['w-44', 'w-56', 'w-36', 'w-52', 'w-48', 'w-40']

export function TrainingListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading trainings…</span>
      {titleWidths.map((width) => (
        <div key={width} className="h-52 rounded-lg border border-line bg-surface p-(--card-pad)">
          <Skeleton className="h-6 w-24" />
          <Skeleton className={`mt-4 h-5 max-w-full ${width}`} />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-3/4" />
        </div>
      ))}
    </div>
  )
}
