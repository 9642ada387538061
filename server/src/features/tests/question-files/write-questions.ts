import type { Question, QuestionFormat } from '@frontdesk/contract/questions'
import { writeCsv } from './csv.ts'
import type { FileQuestion } from './file-question.ts'
import { writeGift } from './gift.ts'
import { writeMoodleXml } from './moodle-xml.ts'

const WRITERS: Record<
  QuestionFormat,
  { extension: string; write: (questions: FileQuestion[]) => string }
> = {
  csv: { extension: 'csv', write: writeCsv },
  gift: { extension: 'gift.txt', write: writeGift },
  'moodle-xml': { extension: 'xml', write: writeMoodleXml },
}

/** Questions with their answers as a file, and its name in plain ASCII. */
export function exportedFile(
  format: QuestionFormat,
  title: string,
  questions: Question[],
): { name: string; text: string } {
  const { extension, write } = WRITERS[format]
  const word = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const text = write(questions.map((row) => ({ ...row, correctAnswer: row.correctAnswer! })))
  return { name: `${word || 'questions'}.${extension}`, text }
}
