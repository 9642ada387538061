import type { Policy } from '@frontdesk/contract/policies'

/** The texts of a policy as a form holds them; empty where there is none. */
export type PolicyTexts = { title: string; description: string; category: string; content: string }

export const noTexts: PolicyTexts = { title: '', description: '', category: '', content: '' }

export function textsOf(policy: Policy): PolicyTexts {
  const { title, description, category, content } = policy
  return { title, description: description ?? '', category: category ?? '', content }
}

/** What is sent; what was left empty is none. */
export function bodyOf(texts: PolicyTexts) {
  const { title, description, category, content } = texts
  return {
    title: title.trim(),
    description: description.trim() || null,
    category: category.trim() || null,
    content: content.trim(),
  }
}

/** The fields of a policy's form. */
export const POLICY_FIELDS = ['title', 'description', 'category', 'content'] as const

/** Whether two would be saved as the same. */
export function sameTexts(one: PolicyTexts, other: PolicyTexts): boolean {
  return POLICY_FIELDS.every((name) => one[name].trim() === other[name].trim())
}

/** Whether saving makes a new version: the category and description belong to none. */
export function makesVersion(saved: PolicyTexts, texts: PolicyTexts): boolean {
  return saved.title.trim() !== texts.title.trim() || saved.content.trim() !== texts.content.trim()
}
