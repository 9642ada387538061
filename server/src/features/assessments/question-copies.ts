import type { FrozenQuestion, WrittenQuestion } from './frozen-questions.ts'

/** A question of a finished attempt as it is kept for all attempts that asked the same. */
interface QuestionCopy {
  question: WrittenQuestion | FrozenQuestion
  /** Which of its options is shown where, a digit each; null: it was kept as it was shown. */
  optionOrder: string | null
}

/** As its author wrote it, so that attempts with other orders of the options share it. */
export function copyOf(shown: FrozenQuestion): QuestionCopy {
  const { optionOrder, ...rest } = shown
  if (!isOrder(optionOrder, shown.options)) return { question: shown, optionOrder: null }
  const writtenAt = (place: number) => optionOrder[place]!
  const options = optionOrder.map((_, place) => shown.options[optionOrder.indexOf(place)]!)
  const question = {
    ...rest,
    options,
    correctAnswer: shown.key ? 0 : writtenAt(shown.correctAnswer),
    ...(shown.key && { key: writtenKey(shown.kind, shown.key, writtenAt) }),
  }
  return { question, optionOrder: optionOrder.join('') }
}

/** Attempts of before orders were kept have none; places beyond 9 would not be one digit each. */
const isOrder = (order: number[] | undefined, options: string[]): order is number[] =>
  order !== undefined &&
  order.length === options.length &&
  order.length <= 10 &&
  order.toSorted((one, other) => one - other).every((place, index) => place === index)

function writtenKey(
  kind: FrozenQuestion['kind'],
  key: number[] | string[],
  writtenAt: (place: number) => number,
): number[] | string[] {
  const places = key.flatMap((one) => (typeof one === 'number' ? [writtenAt(one)] : []))
  if (kind === 'several') return places.toSorted((one, other) => one - other)
  return kind === 'ordering' ? places : key
}
