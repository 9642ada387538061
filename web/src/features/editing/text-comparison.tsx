import { Suspense } from 'react'
import { late } from '#web/lib/late.ts'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import type { TextComparisonProps } from './comparison-table.tsx'

// Comparing is rare and its library is not small.
const ComparisonTable = late(() => import('./comparison-table.tsx'), 'ComparisonTable')

/** Two texts side by side, below each other on a phone, with the words that differ marked. */
export function TextComparison(props: TextComparisonProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <ComparisonTable {...props} />
    </Suspense>
  )
}
