import type { ListedPolicy } from '@frontdesk/contract/policies'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CellEdit, saveOneField } from '#web/features/editing/cell-edit.ts'
import { EditedPart, titleEdit } from '#web/features/editing/row-edits.tsx'
import { call, ifMatch } from '#web/lib/call.ts'
import { policyQuery, useRefreshPolicies } from './policies.api.ts'
import { bodyOf, type PolicyTexts, textsOf } from './policy-texts.ts'

type EditedPolicyProps = {
  policy: ListedPolicy
  /** Those in use, to choose from. */
  categories: string[]
  part: 'title' | 'category' | 'menu'
  children?: ReactNode
}

/** A part of a policy's row as its editors have it. */
export function EditedPolicy({ policy, categories, part, children }: EditedPolicyProps) {
  return (
    <EditedPart edits={usePolicyEdits(policy, categories)} part={part}>
      {children}
    </EditedPart>
  )
}

/** What of a policy is changed in its row. */
function usePolicyEdits(policy: ListedPolicy, categories: string[]) {
  const client = useQueryClient()
  const refresh = useRefreshPolicies()
  const { id, title, category, version } = policy
  const save = (name: 'title' | 'category') => async (value: string, before: string) => {
    await saveOneField(
      {
        load: async () => client.fetchQuery(policyQuery(id)),
        valueOf: ({ data }) => textsOf(data)[name],
        save: async ({ data, etag }) => {
          const texts: PolicyTexts = { ...textsOf(data), [name]: value }
          const body = { ...bodyOf(texts), material: false }
          await call('PUT /policies/:id', { params: { id }, body, headers: ifMatch(etag) })
        },
        refresh,
      },
      before,
    )
  }
  return {
    title: {
      ...titleEdit(title, save('title')),
      confirm: (value) => ({
        title: `Rename it to “${value}”?`,
        question: `The new title makes version ${version + 1} of the policy. Who has signed is not asked again; who signs from now on signs the new title.`,
        label: 'Rename',
      }),
    },
    category: {
      name: 'category',
      of: title,
      value: category ?? '',
      input: { type: 'text', maxLength: 100, suggestions: categories },
      save: save('category'),
    },
  } satisfies Record<string, CellEdit>
}
