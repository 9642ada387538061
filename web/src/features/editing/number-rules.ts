/** A whole number within limits; else the message. */
export const wholeNumber =
  (message: string, { min, max }: { min: number; max: number }) =>
  (value: string) =>
    (/^\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max) || message
