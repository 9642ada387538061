import { z } from 'zod'

/** PostgreSQL text can't hold NUL, and a lone surrogate would be stored as another character. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Line breaks and other control characters, which must not reach a mail header or a log line. */
const hasControl = (value: string) => /\p{Cc}/u.test(value)

/** Scripts whose letters join differently around these, and emoji that are made of several. */
const JOINING = `Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu
  Kannada Malayalam Sinhala Khmer Myanmar Tibetan`
  .split(/\s+/)
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const JOINED = `[${JOINING}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]`
/** How the character before is drawn; one each. */
const VARIATION = '\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}'
/** The flags of England, Scotland and Wales are spelled in characters that are not seen. */
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f}'

/** What is longer is refused by its length, and costs no looking through. */
const LONGEST_LINE = 10_000

const UNSEEN = new RegExp(
  `(${FLAG}|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})|(?<=[^\\s${VARIATION}])[${VARIATION}])|[\\p{DI}\\ufff9-\\ufffb]`,
  'gu',
)

/**
 * Takes out what nobody sees, and what turns the direction of all that follows: two names that look the
 * same are the same. Pasted text often has some, and nobody could find them to take them out.
 */
export const visible = (value: string): string =>
  value.length > LONGEST_LINE ? value : value.replaceAll(UNSEEN, (_, kept?: string) => kept ?? '')

/** Text of several lines, up to `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Please keep this within ${max.toLocaleString('en')} characters`)
    .refine(storable, 'This text contains characters that cannot be stored')

/** Text of one line, trimmed, without what nobody sees. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(visible)
    .trim()
    .max(max, `Please keep this within ${max.toLocaleString('en')} characters`)
    .refine(storable, 'This text contains characters that cannot be stored')
    .refine((value) => !hasControl(value), 'Please write this on one line')

/** A line that must not be empty; `message` is what the person reads. */
export const requiredLine = (max: number, message: string) =>
  z.string({ error: message }).overwrite(visible).trim().min(1, message).pipe(line(max))

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

/** Up to so many, `X-Total-Count` is exact. */
export const COUNTED_EXACTLY = 10_000
/** What a summary says of a list that is counted so far. */
export const COUNTS =
  '`X-Total-Count` counts all that match, up to 10,000; where more do, `X-Total-More: true` says so.'

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
