import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

export function PersonSheetSkeleton() {
  return (
    <div className="grid max-w-3xl gap-8" aria-busy="true">
      <div className="flex items-center gap-6">
        <Skeleton className="size-24 shrink-0 rounded-full!" />
        <div className="grid grow gap-3">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
      <div className="border-t border-line pt-6">
        <SkeletonLines lines={3} />
      </div>
    </div>
  )
}
