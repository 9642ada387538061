import { PROCESS_CATEGORIES } from '@frontdesk/contract/constants'
import type { Process } from '@frontdesk/contract/processes'
import { useQueryClient } from '@tanstack/react-query'
import { type CellEdit, saveOneField } from '#web/features/editing/cell-edit.ts'
import { call, ifMatch } from '#web/lib/call.ts'
import { bodyOf, type ProcessTexts, textsOf } from './process-texts.ts'
import { processQuery, useRefreshProcesses } from './processes.api.ts'

/** What of a process is changed in its row. */
export function useProcessEdits({ id, title, category }: Process) {
  const client = useQueryClient()
  const refresh = useRefreshProcesses()
  const save = (name: 'title' | 'category') => async (value: string, before: string) => {
    await saveOneField(
      {
        load: async () => client.fetchQuery(processQuery(id)),
        valueOf: ({ data }) => textsOf(data)[name],
        save: async ({ data, etag }) => {
          const texts: ProcessTexts = { ...textsOf(data), [name]: value }
          const body = bodyOf(texts)
          await call('PUT /processes/:id', { params: { id }, body, headers: ifMatch(etag) })
        },
        refresh,
      },
      before,
    )
  }
  return {
    title: {
      name: 'title',
      of: title,
      value: title,
      input: { type: 'text', maxLength: 200 },
      check: (value) => (value === '' ? 'Please enter a title' : undefined),
      save: save('title'),
    },
    category: {
      name: 'category',
      of: title,
      value: category,
      input: {
        type: 'select',
        options: PROCESS_CATEGORIES.map((one) => ({ value: one, label: one })),
      },
      save: save('category'),
    },
  } satisfies Record<string, CellEdit>
}
