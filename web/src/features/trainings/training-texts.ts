import type { Api } from '@frontdesk/contract/all'
import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import type { Input } from '@frontdesk/contract/endpoint'
import type { Draw } from '@frontdesk/contract/question-bank'
import type { Question } from '@frontdesk/contract/questions'
import type { Section, TrainingDetail, TrainingFile } from '@frontdesk/contract/trainings'
import {
  drawBodies,
  drawOutline,
  drawTextsOf,
  type DrawTexts,
  isDrawList,
  isQuestionList,
  newQuestion,
  questionBodies,
  questionOutline,
  questionTextsOf,
  type QuestionTexts,
} from '#web/features/assessments/question-texts.ts'
import { hasTexts } from '#web/lib/kept-text.ts'

export type SectionType = Section['type']

export type TrainingBody = Input<Api['POST /trainings']['body']>

/** A section as a form holds it. `sectionId` is empty for a new one. */
export type SectionTexts = {
  sectionId: string
  type: SectionType
  content: string
  /** Path of the uploaded captions of a video; left out or empty: none. */
  captions?: string
}

/** A training as a form holds it. */
export type TrainingTexts = {
  title: string
  description: string
  duration: string
  category: string
  sections: SectionTexts[]
  questions: QuestionTexts[]
  draws?: DrawTexts[]
  requiredScore: string
  dueDays: string
  maxAttempts: string
  retakeThreshold: string
  shuffle: boolean
  showAnswers: boolean
  policies: string[]
  processes: string[]
  documents: string[]
  /** What the sections may show; they name it by its path. */
  files: TrainingFile[]
}

/** What a new training starts with (spec.md, section 9). */
export const newTraining = (): TrainingTexts => ({
  title: '',
  description: '',
  duration: String(TRAINING_DEFAULTS.duration),
  category: '',
  sections: [],
  questions: [newQuestion()],
  draws: [],
  requiredScore: String(TRAINING_DEFAULTS.required_score),
  dueDays: String(TRAINING_DEFAULTS.due_days),
  maxAttempts: String(TRAINING_DEFAULTS.max_attempts),
  retakeThreshold: '',
  shuffle: false,
  showAnswers: false,
  policies: [],
  processes: [],
  documents: [],
  files: [],
})

/** A training with all its parts, and the `ETag` that a save of it has to name. */
export type LoadedTraining = {
  detail: TrainingDetail
  sections: Section[]
  questions: Question[]
  draws: Draw[]
  etag: string | null
}

export function textsOf({ detail, sections, questions, draws }: LoadedTraining): TrainingTexts {
  const { training } = detail
  return {
    title: training.title,
    description: training.description ?? '',
    duration: String(training.duration),
    category: training.category_id ?? '',
    sections: sections.map(({ id, type, content, captions = '' }) => ({
      sectionId: id,
      type,
      content,
      captions,
    })),
    questions: questionTextsOf(questions),
    draws: drawTextsOf(draws),
    requiredScore: String(training.required_score),
    dueDays: String(training.due_days),
    maxAttempts: String(training.max_attempts),
    retakeThreshold: training.retake_threshold?.toString() ?? '',
    shuffle: training.shuffle,
    showAnswers: training.show_answers,
    policies: detail.linkedPolicies,
    processes: detail.linkedProcesses,
    documents: detail.linkedDocuments,
    files: sections.flatMap((section) => section.files),
  }
}

/** What is sent; numbers go as they were typed, the server says what is wrong with them. */
export function bodyOf(texts: TrainingTexts) {
  return {
    title: texts.title.trim(),
    description: texts.description.trim() || null,
    duration: texts.duration.trim(),
    category_id: texts.category || null,
    content_type: 'text',
    required_score: texts.requiredScore.trim(),
    due_days: texts.dueDays.trim(),
    max_attempts: texts.maxAttempts.trim(),
    retake_threshold: texts.retakeThreshold.trim() || null,
    shuffle: texts.shuffle,
    show_answers: texts.showAnswers,
    content: texts.sections.map(({ sectionId, type, content, captions }, index) => ({
      id: sectionId || undefined,
      type,
      content,
      ...(type === 'video' && { captions: captions ?? '' }),
      order: index + 1,
    })),
    questions: questionBodies(texts.questions),
    draws: drawBodies(texts.draws),
    linkedPolicies: texts.policies,
    linkedProcesses: texts.processes,
    linkedDocuments: texts.documents,
  } satisfies TrainingBody
}

/** Whether two would be saved as the same. */
export function sameTexts(one: TrainingTexts, other: TrainingTexts): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))
}

const TEXT_FIELDS = [
  'title',
  'description',
  'duration',
  'category',
  'requiredScore',
  'dueDays',
  'maxAttempts',
  'retakeThreshold',
] as const

/** Whether a value from the browser's storage is a form's texts. */
export function isTrainingTexts(value: unknown): value is TrainingTexts {
  if (!hasTexts(value, TEXT_FIELDS)) return false
  const {
    sections,
    questions,
    draws,
    policies,
    processes,
    documents,
    files,
    shuffle,
    showAnswers,
  } = value as Record<string, unknown>
  const lists = [sections, policies, processes, documents, files]
  return (
    lists.every((list) => Array.isArray(list)) &&
    (sections as unknown[]).every((section) =>
      hasTexts(section, ['sectionId', 'type', 'content']),
    ) &&
    isQuestionList(questions) &&
    isDrawList(draws) &&
    typeof shuffle === 'boolean' &&
    typeof showAnswers === 'boolean'
  )
}

/** The texts in one piece, as two editors compare them. */
function outlineOf(texts: TrainingTexts): string {
  const sections = texts.sections.map(
    ({ type, content }, index) => `${index + 1}. (${type})\n\n${content}`,
  )
  const settings = `${texts.requiredScore} %, ${texts.maxAttempts} attempts, ${texts.dueDays} days, ${texts.duration} minutes`
  const links = `${texts.policies.length} policies, ${texts.processes.length} processes, ${texts.documents.length} documents`
  const quiz = [questionOutline(texts.questions), drawOutline(texts.draws)]
  return [settings, links, ...sections, ...quiz].join('\n\n')
}

/** What of the texts is put side by side. */
export const comparable = (texts: TrainingTexts) => ({
  title: texts.title,
  description: texts.description,
  category: texts.category,
  content: outlineOf(texts),
})

/** The fields of a training's form beside its lists, by the names that the server gives them. */
export const SERVER_FIELDS: Record<string, keyof TrainingTexts> = {
  title: 'title',
  description: 'description',
  duration: 'duration',
  category_id: 'category',
  required_score: 'requiredScore',
  due_days: 'dueDays',
  max_attempts: 'maxAttempts',
  retake_threshold: 'retakeThreshold',
}
