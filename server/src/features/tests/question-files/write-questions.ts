import type { Question, QuestionFormat } from '@frontdesk/contract/questions'
import { writeCsv } from './csv.ts'
import type { FileQuestion } from './file-question.ts'
import { writeGift } from './gift.ts'
import { writeMoodleXml } from './moodle-xml.ts'

const WRITERS: Record<
  QuestionFormat,
  { extension: string; type: string; write: (questions: FileQuestion[]) => string }
> = {
  csv: { extension: 'csv', type: 'text/csv', write: writeCsv },
  gift: { extension: 'gift.txt', type: 'text/plain', write: writeGift },
  // As XML a browser might show it, and run what is in it.
  'moodle-xml': { extension: 'xml', type: 'text/plain', write: writeMoodleXml },
}

/** Questions with their answers as a file, its media type, and its name in plain ASCII. */
export function exportedFile(
  format: QuestionFormat,
  title: string,
  questions: Question[],
): { name: string; type: string; text: string } {
  const { extension, type, write } = WRITERS[format]
  const word = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const text = write(questions.map((row) => ({ ...row, correctAnswer: row.correctAnswer! })))
  return { name: `${word || 'questions'}.${extension}`, type, text }
}
