import type { Section } from '@frontdesk/contract/trainings'
import { useState } from 'react'

export type SeenSection = { content_id: string; completed: boolean; media_position: number | null }

/** The first section not seen to its end, else the quiz; where there is none, the last section. */
export function firstStep(sections: Section[], seen: SeenSection[], hasQuiz: boolean): number {
  const done = new Set(seen.flatMap((one) => (one.completed ? one.content_id : [])))
  const open = sections.findIndex(({ id }) => !done.has(id))
  if (open !== -1) return open
  return hasQuiz ? sections.length : Math.max(0, sections.length - 1)
}

/** Where somebody is among the sections and the quiz after them. */
export function useSteps(begin: () => number) {
  const [first] = useState(begin)
  const [step, setStep] = useState(first)
  const to = (next: number) => {
    setStep(next)
    globalThis.scrollTo({ top: 0 })
  }
  return { step, go: { to, first } }
}
