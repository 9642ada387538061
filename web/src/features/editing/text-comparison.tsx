import { lazy, Suspense } from 'react'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import type { TextComparisonProps } from './comparison-table.tsx'

// Comparing is rare and its library is not small.
const ComparisonTable = lazy(async () => {
  const { ComparisonTable: component } = await import('./comparison-table.tsx')
  return { default: component }
})

/** Two texts side by side, below each other on a phone, with the words that differ marked. */
export function TextComparison(props: TextComparisonProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <ComparisonTable {...props} />
    </Suspense>
  )
}
