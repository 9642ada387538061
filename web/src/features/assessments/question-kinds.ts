import { TRAINING_DEFAULTS } from '@frontdesk/contract/constants'
import { isBlankQuestion, type QuestionKind, type QuestionTexts } from './question-texts.ts'

/** How a question is answered, as the form offers it. */
export const KINDS: readonly { value: QuestionKind; label: string }[] = [
  { value: 'single', label: 'One right option' },
  { value: 'several', label: 'Several right options' },
  { value: 'true_false', label: 'True or false' },
  { value: 'ordering', label: 'Put in order' },
  { value: 'text', label: 'Short text' },
]

/** The same question answered in another way; what was typed and marked stays, as far as it makes sense. */
export function withKind(question: QuestionTexts, kind: QuestionKind): QuestionTexts {
  const { options, correct } = question
  const marked = options.map((option, place) => ({
    ...option,
    right: question.kind === 'several' ? option.right : correct === String(place),
  }))
  const first = marked.findIndex(({ right }) => right)
  return {
    ...question,
    kind,
    options: filled(kind, kind === 'several' ? marked : options.map(({ text }) => ({ text }))),
    correct: kind === 'true_false' || first < 0 ? '' : String(first),
  }
}

/** As many empty rows as a new question of this kind has, where too few are left. */
function filled(kind: QuestionKind, options: QuestionTexts['options']): QuestionTexts['options'] {
  if (kind === 'text') {
    const written = options.filter(({ text }) => text.trim() !== '')
    return written.length > 0 ? written : [{ text: '' }]
  }
  if (kind === 'true_false' || options.length > 1) return options
  const missing = TRAINING_DEFAULTS.options - options.length
  return [...options, ...Array.from({ length: missing }, () => ({ text: '' }))]
}

/** What is wrong with how a question is answered; true for nothing. */
export function checkAnswers(question: QuestionTexts): string | true {
  const { kind = 'single', options, correct } = question
  if (isBlankQuestion(question)) return true
  if (kind === 'true_false') return correct ? true : 'Please choose whether it is true or false'
  const texts = options.map(({ text }) => text.trim())
  const written = texts.filter((text) => text !== '')
  if (kind === 'text') return written.length > 0 || 'Please give at least one answer that is right'
  if (written.length < 2) return 'A question needs at least two options'
  if (new Set(written.map((text) => text.toLowerCase())).size < written.length) {
    return 'Two options say the same'
  }
  if (kind === 'several') {
    return (
      options.some(({ text, right }) => right === true && text.trim() !== '') ||
      'Please mark the right options'
    )
  }
  if (kind === 'single' && (!correct || !texts[Number(correct)])) {
    return 'Please choose the correct option'
  }
  return true
}
