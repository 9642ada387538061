/**
 * What somebody can do next with a training (spec.md, section 4). No zod here: the browser shows
 * what the server decides by the same function.
 */

export type TrainingAction = 'start' | 'continue' | 'review' | 'retake'

/** What the rules look at. */
export interface TrainingStanding {
  /** Graded attempts. */
  attempts: number
  /** How many there may be; 0 is no limit. */
  maxAttempts: number
  /** Their number, where it is known. */
  questions?: number
  lastAttemptScore: number | null
  lastAttemptDate: string | null
  minPassingScore: number
  /** Days after which a pass has to be renewed; null is never. */
  retakeThreshold: number | null
  /** Percent of the sections and the quiz. */
  progress: number
  /** Whether it awaits them now: of what they passed, it is asked for again. */
  required?: boolean
}

export const TRAINING_ACTION_LABELS: Record<TrainingAction, string> = {
  start: 'Start Training',
  continue: 'Continue Training',
  review: 'Review Training',
  retake: 'Retake Training',
}

const DAY = 24 * 60 * 60 * 1000

/** The rules 1 to 5, in their order. */
export function trainingAction(standing: TrainingStanding, now = Date.now()): TrainingAction {
  const { attempts, lastAttemptScore, minPassingScore, progress } = standing
  if (attempts === 0) return 'start'
  if (lastAttemptScore !== null && lastAttemptScore >= minPassingScore) {
    return isRetakeDue(standing, now) ? 'retake' : 'review'
  }
  if (progress > 0 && progress < 100) return 'continue'
  if (hasNoAttemptsLeft(standing)) return 'review'
  return 'start'
}

/** Whether the days since the last pass have reached the retake threshold, or it is asked for again. */
export function isRetakeDue(
  {
    lastAttemptDate,
    retakeThreshold,
    required = false,
  }: Pick<TrainingStanding, 'lastAttemptDate' | 'retakeThreshold' | 'required'>,
  now = Date.now(),
): boolean {
  if (lastAttemptDate === null) return false
  if (required) return true
  if (retakeThreshold === null) return false
  return now - Date.parse(lastAttemptDate) >= retakeThreshold * DAY
}

/** Whether the button is disabled. Where there are no questions nothing is attempted, only read. */
export function hasNoAttemptsLeft({
  attempts,
  maxAttempts,
  questions,
}: Pick<TrainingStanding, 'attempts' | 'maxAttempts' | 'questions'>): boolean {
  return questions !== 0 && maxAttempts > 0 && attempts >= maxAttempts
}

/** A share of the whole in percent, with one decimal: scores and progress. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
}

/** As scores and progress are shown: `87.5%`. */
export const formatPercent = (value: number) => `${value.toFixed(1)}%`
