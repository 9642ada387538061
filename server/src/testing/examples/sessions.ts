import { type Examples, nothing } from './world.ts'

/** Comes last: whoever else was signed in is not any more. */
export const sessionsExamples = {
  'DELETE /admin/sessions': { input: nothing, audit: 'sessions.all_ended' },
} satisfies Partial<Examples>
