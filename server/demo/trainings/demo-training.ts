import type { SectionType } from '@frontdesk/contract/training-parts'
import type { Role } from '@frontdesk/contract/users'

export type DemoQuestion = {
  question: string
  points?: number
  /** What whoever is wrong is told. */
  feedback?: string
} & (
  | {
      /** The right one first; the demo puts them into an order of its own. */
      options: [right: string, ...wrong: string[]]
    }
  | { right: string[]; wrong: string[] }
  | { isTrue: boolean }
  | { inOrder: string[] }
  | { accepted: string[] }
)

export interface DemoTraining {
  title: string
  description: string
  category: 'security' | 'compliance' | 'skills' | 'onboarding'
  /** In minutes. */
  duration: number
  requiredScore: number
  dueDays: number
  maxAttempts: number
  /** In days; left out for never. */
  retakeThreshold?: number
  shuffle?: boolean
  showAnswers?: boolean
  /** E-mail of the admin who wrote it. */
  author: string
  writtenDaysAgo: number
  sections: { type: SectionType; content: string }[]
  questions: DemoQuestion[]
  /** From the question bank, by topic. */
  draws?: { topic: string; questions: number }[]
  /** Titles of the policies and processes that belong to it. */
  policies?: string[]
  processes?: string[]
  requiredOf?: { roles?: Role[]; everyone?: boolean }
}
