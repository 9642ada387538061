/** Joins the class names that apply. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** A link among words. */
export const textLink = 'rounded-sm text-accent underline underline-offset-3 hover:decoration-2'
