import { z } from 'zod'

/** PostgreSQL text can't hold NUL, and a lone surrogate would be stored as another character. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Line breaks and other control characters, which must not reach a mail header or a log line. */
const hasControl = (value: string) => /\p{Cc}/u.test(value)

/** Text of several lines, up to `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Please keep this under ${max.toLocaleString('en')} characters`)
    .refine(storable, 'This text contains characters that cannot be stored')

/** Text of one line, trimmed. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please keep this under ${max.toLocaleString('en')} characters`)
    .refine(storable, 'This text contains characters that cannot be stored')
    .refine((value) => !hasControl(value), 'Please write this on one line')

/** A line that must not be empty; `message` is what the person reads. */
export const requiredLine = (max: number, message: string) =>
  z.string({ error: message }).trim().min(1, message).pipe(line(max))

/** UUIDv7, in lower case. */
export const id = z.uuid({ error: 'This is not a valid id' }).toLowerCase()

/** ISO 8601 in UTC, such as `2026-11-21T02:03:04.567Z`. */
export const time = z.iso.datetime({ error: 'Please give a date and time' })

/** Dates that the calendars of both JavaScript and PostgreSQL write in the same way. */
const isSensible = (value: string) => {
  const moment = Date.parse(value)
  return moment >= Date.UTC(1900, 0) && moment < Date.UTC(3000, 0)
}

/** A moment given by a caller; any offset is accepted. */
export const timeInput = z.iso
  .datetime({ offset: true, error: 'Please give a date and time' })
  .refine(isSensible, 'Please give a date and time')

/** Compared without regard to letter case; at most 254 characters (RFC 5321). */
export const email = z
  .string({ error: 'Please enter a valid email address' })
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email address')
  .refine(storable, 'Please enter a valid email address')
  .pipe(z.email({ error: 'Please enter a valid email address' }))

/** Cuts a list into pages: follow `Link: rel="next"` until there is none. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(2000).optional(),
}

/** For endpoints with an id in their path. */
export const byId = z.object({ id })

/** The body of every error. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** What everything that admins write tells of its changes. */
export const editing = {
  revision: z.int().describe('Counts every saved change; it is what `ETag` says.'),
  created_at: time,
  updated_at: time,
  created_by: id.nullable(),
  created_by_name: z.string().nullable(),
  last_updated_by: id.nullable(),
  last_updated_by_name: z.string().nullable(),
}
