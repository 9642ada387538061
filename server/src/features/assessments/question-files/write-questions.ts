import type { Question, QuestionFormat } from '@frontdesk/contract/questions'
import { writeCsv } from './csv.ts'
import type { FileQuestion, WrittenFile } from './file-question.ts'
import { writeGift } from './gift.ts'
import { writeMoodleXml } from './moodle-xml.ts'

const WRITERS: Record<
  QuestionFormat,
  { extension: string; type: string; write: (questions: FileQuestion[]) => WrittenFile }
> = {
  csv: { extension: 'csv', type: 'text/csv', write: writeCsv },
  gift: { extension: 'gift.txt', type: 'text/plain', write: writeGift },
  // As XML a browser might show it, and run what is in it.
  'moodle-xml': { extension: 'xml', type: 'text/plain', write: writeMoodleXml },
}

export interface ExportedFile extends WrittenFile {
  /** In plain ASCII. */
  name: string
  /** Media type. */
  type: string
}

/** What of a question goes into a file; what else it has stays here. */
type ExportedQuestion = Pick<Question, keyof FileQuestion>

/** Questions with their answers as a file. */
export function exportedFile(
  format: QuestionFormat,
  title: string,
  questions: ExportedQuestion[],
): ExportedFile {
  const { extension, type, write } = WRITERS[format]
  const word = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const name = `${word || 'questions'}.${extension}`
  return { name, type, ...write(questions.map(fileQuestion)) }
}

const fileQuestion = ({ kind, correctAnswer, ...rest }: ExportedQuestion): FileQuestion => ({
  ...rest,
  correctAnswer: correctAnswer!,
  ...(kind && kind !== 'single' && { kind }),
})
