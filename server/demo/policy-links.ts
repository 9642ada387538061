import type { Db } from '../src/db/connect.ts'
import { listParagraphs } from '../src/features/paragraphs/paragraphs.actions.ts'
import type { FilledPolicy } from './fill-policies.ts'

/** `(policy:Its title)`, or `(policy:Its title#How one of its paragraphs begins)`, as addresses of links. */
export const POLICY_LINK = /\(policy:(?<title>[^#)]+)(?:#(?<beginning>[^)]+))?\)/g

/** Puts the addresses of policies, which no text of the demo knows, into one. */
export type LinkPolicies = (text: string) => string

/** @returns what throws where a text names a policy or a paragraph that is not there */
export async function policyLinks(db: Db, policies: FilledPolicy[]): Promise<LinkPolicies> {
  const byTitle = new Map<string, { id: string; paragraphs: { anchor: string; text: string }[] }>()
  for (const { id, versions } of policies) {
    const paragraphs = await listParagraphs(db, id, versions.length)
    byTitle.set(versions.at(-1)!.title, { id, paragraphs })
  }
  return (text) =>
    text.replace(POLICY_LINK, (_, title: string, beginning?: string) => {
      const { id, paragraphs } = byTitle.get(title)!
      if (beginning === undefined) return `(/policies/${id})`
      const paragraph = paragraphs.find(({ text: words }) => words.startsWith(beginning))!
      return `(/policies/${id}#${paragraph.anchor})`
    })
}
