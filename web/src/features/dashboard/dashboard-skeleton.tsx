import type { ReactNode } from 'react'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'

/** The brokerage's words, while they are on the way: as high as ours, which many keep. */
export const WelcomeSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="h-[16.36rem] w-full rounded-xl! sm:h-[13.84rem]" />
  </div>
)

type BlocksSkeletonProps = {
  /** What needs none of what is on the way. */
  lead: ReactNode
  awaiting: number
}

/** The blocks below in their own sizes while their contents are on the way. */
export function BlocksSkeleton({ lead, awaiting }: BlocksSkeletonProps) {
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 content-start gap-10">
        {lead}
        <div>
          <Skeleton className="h-6 w-44" />
          <Skeleton className="mt-2 mb-4 h-4 w-64" />
          <div className="rounded-lg border border-line bg-surface">
            {Array.from({ length: Math.min(5, Math.max(1, awaiting)) }, (_, row) => (
              <div key={row} className="px-5 py-4 not-last:border-b not-last:border-line">
                <Skeleton className="mb-3 h-5 w-2/5" />
                <SkeletonLines lines={2} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="border-t-[5px] border-double border-line-strong pt-5">
        <div className="mb-5 flex items-center gap-3.5">
          <Skeleton className="size-12 rounded-full!" />
          <Skeleton className="h-5 w-40" />
        </div>
        <SkeletonLines lines={6} />
      </div>
    </div>
  )
}
