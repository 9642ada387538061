import type { ProcessCategory, ProcessStatus } from '@frontdesk/contract/processes'
import type { Role } from '@frontdesk/contract/users'

export interface DemoStep {
  title: string
  description?: string
  /** In minutes. */
  minutes?: number
  role?: Role
}

export interface DemoProcess {
  title: string
  description: string
  category: ProcessCategory
  status: ProcessStatus
  /** E-mail of the admin who wrote it. */
  author: string
  writtenDaysAgo: number
  steps: DemoStep[]
}

/** One time that a process was gone through. */
export interface DemoRun {
  /** The title of its process. */
  process: string
  title: string
  /** E-mail of who started it. */
  starter: string
  startedDaysAgo: number
  /** From today; negative where the date has passed. */
  dueInDays?: number
  /** How many steps are done, from the first. */
  stepsDone: number
  ended?: { state: 'finished' | 'cancelled'; daysAgo: number }
  /** The first step that is open waits for a person (an e-mail) or a role. */
  handedTo?: { person: string } | { role: Role }
  comments?: { author: string; body: string; daysAgo: number }[]
}
