import { useMemo, useState } from 'react'
import { type Decisions, firstLevel, levelsOf, type Part, partsOf } from './split-parts.ts'

/** How a text is split, and what somebody decided of its parts. */
export function useReview(markdown: string, fileTitle: string) {
  const [decisions, setDecisions] = useState<Decisions>(() => ({
    level: firstLevel(markdown),
    titles: {},
    categories: {},
    isIn: {},
    merged: {},
    category: '',
  }))
  const [isTouched, setIsTouched] = useState(false)
  const decide = (change: (before: Decisions) => Partial<Decisions>) => {
    setIsTouched(true)
    setDecisions((before) => ({ ...before, ...change(before) }))
  }
  const levels = useMemo(() => levelsOf(markdown), [markdown])
  const parts = useMemo(
    () => partsOf(markdown, decisions, fileTitle),
    [markdown, decisions, fileTitle],
  )
  return {
    parts,
    levels,
    decisions,
    isTouched,
    splitAt: (level: number) => decide(() => ({ level })),
    categorizeAll: (category: string) => decide(() => ({ category })),
    rename: ({ start }: Part, title: string) =>
      decide(({ titles }) => ({ titles: { ...titles, [start]: title } })),
    categorize: ({ start }: Part, category: string) =>
      decide(({ categories }) => ({ categories: { ...categories, [start]: category } })),
    include: (those: Part[], isIn: boolean) =>
      decide((before) => ({
        isIn: {
          ...before.isIn,
          ...Object.fromEntries(those.map(({ start }) => [start, isIn])),
        },
      })),
    /** Puts a part at the end of the one above it, which is taken in then. */
    merge: (part: Part, above: Part) =>
      decide(({ merged, isIn }) => ({
        merged: { ...merged, [part.start]: true },
        isIn: { ...isIn, [above.start]: true },
      })),
    /** Takes back all that was merged. */
    divide: () => decide(() => ({ merged: {} })),
  }
}

export type Review = ReturnType<typeof useReview>
