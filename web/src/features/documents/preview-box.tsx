import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'

type PreviewBoxProps = { isLarge?: boolean; children: ReactNode }

/** Its height is the specification's; what is inside may scroll. */
export function PreviewBox({ isLarge, children }: PreviewBoxProps) {
  return (
    <div
      className={classes(
        isLarge ? 'h-full' : 'h-[500px]',
        'overflow-hidden rounded-lg border border-line bg-sunken',
      )}
    >
      {children}
    </div>
  )
}

export function PreviewLoading({ isLarge }: { isLarge?: boolean }) {
  return (
    <PreviewBox isLarge={isLarge}>
      <div className="grid size-full place-items-center">
        <Spinner label="Loading preview" />
      </div>
    </PreviewBox>
  )
}

type PreviewFailureProps = { children: ReactNode; onRetry: () => void }

export function PreviewFailure({ children, onRetry }: PreviewFailureProps) {
  return (
    <div className="max-w-3xl">
      <ErrorPanel title="Failed to load preview" onRetry={onRetry}>
        {children}
      </ErrorPanel>
    </div>
  )
}
