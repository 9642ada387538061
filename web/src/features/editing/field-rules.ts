/** Not empty once trimmed; else the message. */
export const required = (message: string) => (value: string) => value.trim() !== '' || message

/** At most so many characters, as the server counts them. */
export const upTo = (max: number) => (value: string) =>
  value.trim().length <= max || `Please keep this within ${max.toLocaleString('en')} characters`

/** A whole number within limits; else the message. */
export const wholeNumber =
  (message: string, { min, max }: { min: number; max: number }) =>
  (value: string) =>
    (/^\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max) || message
