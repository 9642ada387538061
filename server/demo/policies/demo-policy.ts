import type { Signing } from '@frontdesk/contract/signing'
import type { Role } from '@frontdesk/contract/users'

/** One saved text of a policy; a policy lists them oldest first. */
export interface DemoPolicyVersion {
  title: string
  /** Markdown, one line to a paragraph. */
  content: string
  /** Whether it asked everyone to acknowledge again. */
  material: boolean
  daysAgo: number
  /** E-mail of the admin who saved it. */
  author: string
}

/** Who must acknowledge a policy. */
export interface DemoAssignment {
  everyone?: boolean
  roles?: Role[]
  /** E-mails. */
  people?: string[]
  /** From today; negative where the date has passed. */
  dueInDays?: number
}

export interface DemoPolicy {
  /** What signing it takes; left out: one press. */
  signing?: Signing
  category: string
  description: string
  versions: DemoPolicyVersion[]
  assignments: DemoAssignment[]
}

export const nora = 'nora.lindqvist@harborandpine.example'
export const tobias = 'tobias.grant@harborandpine.example'

/** Joins lines wrapped to fit the source: the text box of the policy form would show the breaks. */
export function prose(strings: TemplateStringsArray): string {
  const lines: string[] = []
  for (const line of strings.join('').trim().split('\n')) {
    const text = line.trim()
    const continues = text !== '' && !/^(#|- |\||\d+\. )/.test(text) && lines.at(-1)
    if (continues) lines[lines.length - 1] += ` ${text}`
    else lines.push(text)
  }
  return lines.join('\n')
}
