import type { ProcessDetail, ProcessStatus } from '@frontdesk/contract/processes'
import type { Role } from '@frontdesk/contract/users'
import { hasTexts } from '#web/lib/kept-text.ts'
import type { ProcessBody } from './processes.api.ts'

/** A step as a form holds it; empty where there is none. `stepId` is empty for a new one. */
export type StepTexts = {
  stepId: string
  title: string
  description: string
  minutes: string
  role: string
}

/** A process as a form holds it. */
export type ProcessTexts = {
  title: string
  description: string
  category: string
  status: string
  steps: StepTexts[]
}

export const noStep: StepTexts = { stepId: '', title: '', description: '', minutes: '', role: '' }

export const noTexts: ProcessTexts = {
  title: '',
  description: '',
  category: '',
  status: 'active',
  steps: [noStep],
}

export function textsOf({ process, steps }: ProcessDetail): ProcessTexts {
  return {
    title: process.title,
    description: process.description ?? '',
    category: process.category,
    status: process.status,
    steps: steps.map((step) => ({
      stepId: step.id,
      title: step.title,
      description: step.description ?? '',
      minutes: step.estimated_time?.toString() ?? '',
      role: step.responsible_role ?? '',
    })),
  }
}

/** Minutes as a person typed them; undefined for what isn't a number of at least 0. */
export function minutesOf(text: string): number | undefined {
  const minutes = Number.parseFloat(text)
  return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined
}

/** The sum of what is typed, in minutes. */
export function totalOf(steps: StepTexts[]): number {
  return steps.reduce((sum, step) => sum + (minutesOf(step.minutes) ?? 0), 0)
}

export const isBlankStep = (step: StepTexts) =>
  [step.title, step.description, step.minutes, step.role].every((text) => text.trim() === '')

/** What is sent: steps numbered from 1, without rows left empty after the first. */
export function bodyOf(texts: ProcessTexts): ProcessBody {
  const steps = texts.steps.filter((step, index) => index === 0 || !isBlankStep(step))
  return {
    title: texts.title.trim(),
    description: texts.description.trim() || null,
    // The form's own choices, which the server checks again.
    category: texts.category,
    status: texts.status as ProcessStatus,
    steps: steps.map((step, index) => ({
      id: step.stepId || undefined,
      title: step.title.trim(),
      description: step.description.trim() || null,
      order_number: index + 1,
      estimated_time: minutesOf(step.minutes),
      responsible_role: (step.role || null) as Role | null,
    })),
  }
}

/** Whether two would be saved as the same. */
export function sameTexts(one: ProcessTexts, other: ProcessTexts): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))
}

/** Whether a value from the browser's storage is a form's texts. */
export function isProcessTexts(value: unknown): value is ProcessTexts {
  if (!hasTexts(value, ['title', 'description', 'category', 'status'])) return false
  const steps = 'steps' in value ? value.steps : undefined
  const names = ['stepId', 'title', 'description', 'minutes', 'role'] as const
  return Array.isArray(steps) && steps.length > 0 && steps.every((step) => hasTexts(step, names))
}

/** The texts in one piece, as two editors compare them. */
export function outlineOf(texts: ProcessTexts): string {
  return texts.steps
    .map((step, index) => {
      const facts = [step.role, step.minutes && `${step.minutes} min`].filter(Boolean).join(', ')
      const head = `${index + 1}. ${step.title}${facts ? ` (${facts})` : ''}`
      return step.description ? `${head}\n\n${step.description}` : head
    })
    .join('\n\n')
}

/** The fields of a process's form beside its steps. */
export const PROCESS_FIELDS = ['title', 'description', 'category'] as const
