import { TRAINING_DEFAULTS, TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import { questionBody } from '@frontdesk/contract/question-body'
import type { QuestionFormat, QuestionImport } from '@frontdesk/contract/questions'
import { readCsv } from './csv.ts'
import type { Found } from './file-question.ts'
import { readGift } from './gift.ts'
import { MORE_THAN_ONE, NOT_TAKEN } from './moodle-text.ts'
import { readMoodleXml } from './moodle-xml.ts'

const READERS: Record<QuestionFormat, (text: string) => Found[]> = {
  csv: readCsv,
  gift: readGift,
  'moodle-xml': readMoodleXml,
}

const TOO_MANY = `Only the first ${TRAINING_LIMITS.questions} questions were taken: a quiz can't have more`

/**
 * The questions of a file, and what is wrong in it, place by place. Without `kinds` whoever asks knows of
 * one right option only, and would take the first of several for the only one.
 */
export function readQuestionFile(
  format: QuestionFormat,
  text: string,
  { kinds = false }: { kinds?: boolean } = {},
): QuestionImport {
  const questions: QuestionImport['questions'] = []
  const problems: QuestionImport['problems'] = []
  for (const read of READERS[format](text.replace(/^\uFEFF/, ''))) {
    const found = kinds ? read : asOneRight(read)
    const { place } = found
    if ('problem' in found) {
      problems.push({ place, message: found.problem })
      continue
    }
    const checked = questionBody.safeParse(found)
    if (!checked.success) {
      problems.push({ place, message: checked.error.issues[0]!.message })
    } else if (questions.length === TRAINING_LIMITS.questions) {
      problems.push({ place, message: TOO_MANY })
      break
    } else {
      questions.push({ place, ...fieldsOf(checked.data) })
    }
  }
  if (questions.length === 0 && problems.length === 0) {
    problems.push({ place: 1, message: 'No questions were found in this file' })
  }
  return { questions, problems }
}

/** As it was read before there were kinds. */
function asOneRight(found: Found): Found {
  if ('problem' in found || found.kind === undefined) return found
  const { kind, correctAnswers, acceptedAnswers: _accepted, ...rest } = found
  if (kind === 'true_false' || correctAnswers?.length === 1) return rest
  return { place: found.place, problem: kind === 'several' ? MORE_THAN_ONE : NOT_TAKEN }
}

const fieldsOf = ({
  question,
  kind,
  options: given,
  correctAnswer,
  correctAnswers,
  acceptedAnswers,
  points = TRAINING_DEFAULTS.points,
  feedback,
}: Output<typeof questionBody>) => ({
  question,
  ...(kind && { kind }),
  options: given ?? [],
  correctAnswer: correctAnswers?.[0] ?? correctAnswer,
  ...(kind === 'several' && { correctAnswers }),
  ...(kind === 'text' && { acceptedAnswers }),
  points,
  ...(feedback && { feedback }),
})
