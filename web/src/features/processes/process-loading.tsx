import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { LeavePage } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const widths = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3']

/** Of the size of the document, so that nothing jumps when it comes. */
export function ProcessDocumentSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid gap-x-6 gap-y-10 lg:grid-cols-[minmax(0,46rem)_15rem] xl:gap-x-10 xl:grid-cols-[minmax(0,46rem)_20rem] lg:justify-between"
    >
      <div>
        <h1 className="sr-only">Process</h1>
        <span className="sr-only">Loading the process…</span>
        <Skeleton className="mt-2 mb-5 h-4 w-20" />
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="mt-4 h-4 w-4/5" />
        <Skeleton className="mt-5 h-4 w-2/5" />
        <div className="mt-7 mb-6 flex gap-2">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-8 w-24" />
        </div>
        <div className="rounded-lg border border-line bg-surface">
          {widths.map((width) => (
            <div
              key={width}
              className="flex gap-4 px-4 py-4 not-last:border-b not-last:border-line sm:px-6"
            >
              <Skeleton className="size-9 shrink-0 rounded-full!" />
              <div className="grow pt-1">
                <Skeleton className={`h-5 ${width}`} />
                <Skeleton className="mt-3 h-4 w-full" />
                <Skeleton className="mt-2 h-4 w-4/5" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** A process that can't be loaded is left for the list, with the reason. */
export function ProcessMissing({ error }: { error: Error }) {
  return (
    <LeavePage
      to="/processes"
      sentence={
        isUnknown(error)
          ? 'Process not found'
          : `Failed to load process: ${messageOf(error, 'please try again.')}`
      }
    >
      <ProcessDocumentSkeleton />
    </LeavePage>
  )
}
