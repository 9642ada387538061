import { z } from 'zod'
import { LIBRARY_KINDS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, line, time } from './fields.ts'
import { Role } from './users.ts'

export const LibraryKind = z.enum(LIBRARY_KINDS)
export type LibraryKind = z.infer<typeof LibraryKind>

/** What a text rests on. */
export const LibrarySource = z.object({
  text: z.string(),
  url: z.string().nullable().describe('Where it can be read; null where each state has its own.'),
})
export type LibrarySource = z.infer<typeof LibrarySource>

/** A text of the starter library, in the list. */
export const LibraryEntry = z.object({
  slug: z.string().describe('Its name in addresses; it stays.'),
  kind: LibraryKind,
  title: z.string(),
  summary: z.string(),
  category: z
    .string()
    .describe('As items of its kind have it: of a training, the id of the category.'),
  sources: z.array(LibrarySource),
  checked_on: z.iso.date().describe('The day on which what it says of the law was checked.'),
  words: z.int(),
  minutes: z.int().nullable().describe('Of a process, the sum of its steps; null for policies.'),
  steps_count: z.int().describe('Steps of a process, sections of a training; 0 for policies.'),
  questions_count: z.int().describe('0 for all but trainings.'),
  taken: z
    .object({
      at: time,
      by_name: z.string().nullable(),
      times: z.int(),
      path: z.string().nullable().describe('The screen of the newest; null once it is gone.'),
    })
    .nullable()
    .describe('Whether it was made a draft here, and when last.'),
})
export type LibraryEntry = z.infer<typeof LibraryEntry>

export const LibraryStep = z.object({
  title: z.string(),
  description: z.string().describe('Markdown.'),
  estimated_time: z.int().describe('Minutes.'),
  responsible_role: Role,
})
export type LibraryStep = z.infer<typeof LibraryStep>

export const LibraryQuestion = z.object({
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.int().describe('Zero-based place of the right option.'),
  why: z.string().describe('Why it is the right one, for who looks through the library.'),
})
export type LibraryQuestion = z.infer<typeof LibraryQuestion>

/** The same with all of its text; what its kind does not have is empty. */
export const LibraryText = LibraryEntry.extend({
  content: z.string().describe('Of a policy, Markdown.'),
  steps: z.array(LibraryStep),
  sections: z.array(z.string()).describe('Of a training, Markdown each.'),
  questions: z.array(LibraryQuestion),
})
export type LibraryText = z.infer<typeof LibraryText>

const bySlug = z.object({ slug: line(100).toLowerCase() })

export const libraryEndpoints = {
  listLibrary: endpoint({
    method: 'GET',
    path: '/library',
    access: 'admin',
    summary:
      'The starter library: policies, processes and trainings to begin with, in the order of their kinds and titles.',
    response: z.array(LibraryEntry),
  }),
  getLibraryText: endpoint({
    method: 'GET',
    path: '/library/:slug',
    access: 'admin',
    summary: 'One text of the starter library, whole.',
    params: bySlug,
    response: LibraryText,
  }),
  takeLibraryText: endpoint({
    method: 'POST',
    path: '/library/:slug/take',
    access: 'admin',
    summary:
      'Makes a draft of a text: a process with the status `draft`, or a draft of a policy or training. Each call makes one more.',
    params: bySlug,
    response: z.object({
      kind: LibraryKind,
      id: id.describe('Of the process, or of the draft.'),
      title: z.string(),
      path: z.string().describe('The screen on which it is made one’s own.'),
    }),
    status: 201,
  }),
}
