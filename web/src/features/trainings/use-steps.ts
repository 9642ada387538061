import type { Section } from '@frontdesk/contract/trainings'
import { useState } from 'react'

export type SeenSection = { content_id: string; completed: boolean; media_position: number | null }

/** What of a training somebody has seen. */
export type Seen = {
  sections: SeenSection[]
  /** Where they were; left out where that is nowhere but at what comes next. */
  last_content_id?: string
}

/** The first section not seen to its end, else the quiz; where there is none, the last section. */
function firstStep(sections: Section[], seen: SeenSection[], hasQuiz: boolean): number {
  const done = new Set(seen.flatMap((one) => (one.completed ? one.content_id : [])))
  const open = sections.findIndex(({ id }) => !done.has(id))
  if (open !== -1) return open
  return hasQuiz ? sections.length : Math.max(0, sections.length - 1)
}

/** Where somebody was, here or on another device; else the first section not seen to its end. */
export function stepToResume(sections: Section[], seen: Seen, hasQuiz: boolean): number {
  const first = firstStep(sections, seen.sections, hasQuiz)
  const last = sections.findIndex(({ id }) => id === seen.last_content_id)
  return last === -1 ? first : last
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
