import { codePointsOf, startsWord, wordsOf } from './normalise.ts'
import { letterMask, osaDistance } from './osa.ts'

/** What is searched in, the weightiest first. */
export const FIELDS = ['title', 'email', 'description', 'category', 'role', 'body'] as const
export type Field = (typeof FIELDS)[number]

/** How much a match in each field counts (docs/search.md). */
export const WEIGHTS: Record<Field, number> = {
  title: 1,
  email: 0.9,
  description: 0.8,
  category: 0.7,
  role: 0.6,
  body: 0.6,
}

export const EQUAL = 100
export const PREFIX = 90
export const WORD_START = 80
export const INSIDE = 70
/** What several words can reach together. */
export const MOST_FOR_WORDS = 69
/** What a likeness can come close to. */
export const MOST_FOR_LIKENESS = 60
/** Below this nothing is found. */
export const LEAST = 30

/** A text to look for, with what is asked of it again and again. */
export interface Term {
  text: string
  points: number[]
  mask: number
  /** How many edits away a word may be. */
  allowed: number
}

/** What somebody looks for. */
export interface Query extends Term {
  /** Its words where it has several; empty where it is but one. */
  words: Term[]
}

/** @param text normalised */
export function queryOf(text: string): Query {
  const words = wordsOf(text)
  return { ...termOf(text), words: words.length > 1 ? words.map(termOf) : [] }
}

function termOf(text: string): Term {
  const points = codePointsOf(text)
  const allowed = points.length < 3 ? 0 : points.length < 6 ? 1 : 2
  return { text, points, mask: letterMask(points), allowed }
}

/** 100, 90, 80 or 70 where the field contains the text; else 0. */
export function containedScore(field: string, text: string): number {
  let index = field.indexOf(text)
  if (index < 0) return 0
  if (index === 0) return field.length === text.length ? EQUAL : PREFIX
  while (index > 0) {
    if (startsWord(field, index)) return WORD_START
    index = field.indexOf(text, index + 1)
  }
  return INSIDE
}

let otherPoints = new Int32Array(64)

/** Up to 60 where a text is enough like a term; else 0. */
export function likeness(term: Term, text: string): number {
  // Thousands of words may be asked for each keystroke: none gets an array of its own.
  if (otherPoints.length < text.length) otherPoints = new Int32Array(text.length * 2)
  let length = 0
  for (let index = 0; index < text.length; length += 1) {
    const point = text.codePointAt(index)!
    otherPoints[length] = point
    index += point > 0xffff ? 2 : 1
  }
  const distance = osaDistance(term.points, otherPoints, term.allowed, length)
  if (distance > term.allowed) return 0
  return MOST_FOR_LIKENESS * (1 - distance / Math.max(term.points.length, length))
}
