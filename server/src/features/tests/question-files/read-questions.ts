import { TRAINING_DEFAULTS, TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import { questionBody } from '@frontdesk/contract/question-body'
import type { QuestionFormat, QuestionImport } from '@frontdesk/contract/questions'
import { readCsv } from './csv.ts'
import type { FileQuestion, Found } from './file-question.ts'
import { readGift } from './gift.ts'
import { readMoodleXml } from './moodle-xml.ts'

const READERS: Record<QuestionFormat, (text: string) => Found[]> = {
  csv: readCsv,
  gift: readGift,
  'moodle-xml': readMoodleXml,
}

const TOO_MANY = `Only the first ${TRAINING_LIMITS.questions} questions were taken: a quiz can't have more`

/** The questions of a file, and what is wrong in it, place by place. */
export function readQuestionFile(format: QuestionFormat, text: string): QuestionImport {
  const questions: QuestionImport['questions'] = []
  const problems: QuestionImport['problems'] = []
  for (const found of READERS[format](text.replace(/^\uFEFF/, ''))) {
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

const fieldsOf = ({
  question,
  options: given,
  correctAnswer,
  points = TRAINING_DEFAULTS.points,
}: Output<typeof questionBody>): FileQuestion => ({
  question,
  options: given ?? [],
  correctAnswer,
  points,
})
