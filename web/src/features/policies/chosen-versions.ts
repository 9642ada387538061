import type { PolicyVersion } from '@frontdesk/contract/policies'
import { textOf } from '#web/lib/use-search-params.ts'

export type VersionChoice = { from: string; to: string }
export type ChosenVersions = { from: PolicyVersion; to: PolicyVersion }

export function readChoice(raw: Record<string, unknown>): VersionChoice {
  return { from: textOf(raw.from), to: textOf(raw.to) }
}

/** The two versions to compare, the newest two unless the address says otherwise; null for one. */
export function chooseVersions(
  versions: PolicyVersion[],
  choice: VersionChoice,
): ChosenVersions | null {
  const find = (text: string) => versions.find((one) => String(one.version) === text)
  const to = find(choice.to) ?? versions[0]
  const from = find(choice.from) ?? versions[1]
  return from && to ? { from, to } : null
}
