import { z } from 'zod'
import { SECTION_TYPES, TRAINING_LIMITS } from './constants.ts'
import { text } from './fields.ts'
import { idOrNew, isBlank, wholeNumber } from './training-fields.ts'

export const SectionType = z.enum(SECTION_TYPES, {
  error: 'A section is a text, a video or a slide',
})
export type SectionType = z.infer<typeof SectionType>

const sectionFields = {
  type: SectionType,
  content: text(TRAINING_LIMITS.sectionText),
  order: wholeNumber('Order is a whole number from 1', { min: 0, max: 1_000_000 }).nullish(),
  captions: text(200)
    .trim()
    .nullish()
    .describe(
      'Of a video: the `path` of uploaded captions (WebVTT). Left out: unchanged while the video is the same; null or empty: none.',
    ),
}

/** What an uploaded file is named by in a section. */
export const UPLOADED_PATH =
  /^\/api\/v1\/trainings\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Only what a browser may open safely: https, or a file uploaded here. */
const isAddress = (value: string) =>
  UPLOADED_PATH.test(value) || /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(value)

interface SentSection {
  type: SectionType
  content: string
  captions?: string | null
}

function checkSection(
  { type, content, captions }: SentSection,
  fail: (message: string, field?: keyof SentSection) => void,
): void {
  if (captions && !UPLOADED_PATH.test(captions)) {
    fail('Please upload the captions of this video', 'captions')
  }
  if (type === 'text') {
    if (content.trim() === '') fail('Please write the text of this section, or remove it')
  } else if (content.trim() === '') {
    fail(`Please give the address of this ${type} or upload a file`)
  } else if (!isAddress(content.trim())) {
    fail(`The address of a ${type} begins with https://`)
  }
}

/** A section by itself. */
export const sectionBody = z.object(sectionFields).superRefine((section, context) => {
  checkSection(section, (message, field = 'content') =>
    context.addIssue({ code: 'custom', message, path: [field] }),
  )
})

const sectionInList = z
  .object({ ...sectionFields, id: idOrNew })
  .superRefine((section, context) => {
    checkSection(section, (message, field = 'content') =>
      context.addIssue({ code: 'custom', message, path: [field] }),
    )
  })

/** The sections of a training that is saved whole; those left out or left empty are removed. */
export const sectionList = z
  .array(
    z.preprocess(
      orNothing<z.input<typeof sectionInList> | null>,
      sectionInList.nullable().describe('Null, or without content: no section.'),
    ),
  )
  .max(TRAINING_LIMITS.sections, `A training can have at most ${TRAINING_LIMITS.sections} sections`)
  .transform((list) => list.filter((section) => section !== null))

/** A section that nobody filled in has no content. */
function orNothing<T>(value: T): T | null {
  if (typeof value !== 'object' || value === null) return value
  const { content }: { content?: unknown } = value
  return isBlank(content) ? null : value
}

const percent = 'Minimum passing score is a whole number from 0 to 100'
const attempts = 'Maximum attempts is a whole number, 0 for no limit'
const days = 'Retake threshold is a whole number of days from 1; leave it empty for never'

/** How a test or a training's quiz is taken. */
export const shownSettings = {
  required_score: z.int().describe('Percent.'),
  max_attempts: z.int().describe('0 is no limit.'),
  retake_threshold: z.int().nullable().describe('Days after a pass until it is due again.'),
  shuffle: z.boolean(),
  show_answers: z.boolean().describe('Who passed may see what was right.'),
}

/** The same as they are saved; left out means unchanged, or the default. */
export const testSettings = {
  required_score: wholeNumber(percent, { min: 0, max: 100 }).optional(),
  max_attempts: wholeNumber(attempts, { min: 0, max: TRAINING_LIMITS.attempts }).optional(),
  retake_threshold: wholeNumber(days, { min: 1, max: TRAINING_LIMITS.days }).nullish(),
  shuffle: z.boolean().optional().describe('Questions and options in another order each time.'),
  show_answers: z.boolean().optional().describe('Who passed may see what was right.'),
}
