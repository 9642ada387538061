import type { Draft, PolicyDraftBody, TrainingDraftBody } from '@frontdesk/contract/drafts'
import type { PolicyTexts } from '#web/features/policies/policy-texts.ts'
import {
  type DrawTexts,
  newQuestion,
  questionTextsFrom,
  type QuestionTexts,
} from '#web/features/assessments/question-texts.ts'
import type { TrainingTexts } from '#web/features/trainings/training-texts.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server keeps nothing else of its kind
export const policyBody = ({ body }: Draft) => body as PolicyDraftBody
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
const trainingBody = ({ body }: Draft) => body as TrainingDraftBody

/** The texts of a policy's draft as its form holds them; what it leaves out is that of `others`. */
export function policyTextsOf(draft: Draft, others: PolicyTexts): PolicyTexts {
  const { title, description, category, content } = policyBody(draft)
  return {
    title,
    content: content ?? '',
    description: orOther(description, others.description),
    category: orOther(category, others.category),
  }
}

/** Of a training's. */
export function trainingTextsOf(draft: Draft, others: TrainingTexts): TrainingTexts {
  const body = trainingBody(draft)
  return {
    title: body.title,
    description: orOther(body.description, others.description),
    duration: orOther(body.duration, others.duration),
    category: orOther(body.category_id, others.category),
    sections:
      body.content?.map(({ id, type, content, captions }) => ({
        sectionId: id ?? '',
        type,
        content,
        captions: captions ?? '',
      })) ?? others.sections,
    questions: body.questions ? questionsOf(body.questions) : others.questions,
    draws: body.draws ? drawsOf(body.draws) : others.draws,
    requiredScore: orOther(body.required_score, others.requiredScore),
    dueDays: orOther(body.due_days, others.dueDays),
    maxAttempts: orOther(body.max_attempts, others.maxAttempts),
    retakeThreshold: orOther(body.retake_threshold, others.retakeThreshold),
    shuffle: body.shuffle ?? others.shuffle,
    showAnswers: body.show_answers ?? others.showAnswers,
    policies: body.linkedPolicies ?? others.policies,
    processes: body.linkedProcesses ?? others.processes,
    documents: body.linkedDocuments ?? others.documents,
    files: [...others.files, ...draft.files],
  }
}

/** Left out means unchanged; null means none. */
const orOther = (value: string | number | null | undefined, other: string) =>
  value === undefined ? other : (value ?? '').toString()

const drawsOf = (draws: NonNullable<TrainingDraftBody['draws']>): DrawTexts[] =>
  draws.map(({ topic, questions }) => ({ topic, questions: (questions ?? '').toString() }))

/** The form keeps one row for a quiz that has no question. */
function questionsOf(questions: NonNullable<TrainingDraftBody['questions']>): QuestionTexts[] {
  if (questions.length === 0) return [newQuestion()]
  return questions.map((question) => questionTextsFrom(question, question.id ?? ''))
}
