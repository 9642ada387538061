import { PROCESS_CATEGORIES } from '@frontdesk/contract/constants'
import type { Process } from '@frontdesk/contract/processes'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CellEdit, saveOneField } from '#web/features/editing/cell-edit.ts'
import { EditedPart, titleEdit } from '#web/features/editing/row-edits.tsx'
import { call, ifMatch } from '#web/lib/call.ts'
import { bodyOf, type ProcessTexts, textsOf } from './process-texts.ts'
import { processQuery, useRefreshProcesses } from './processes.api.ts'

type EditedProcessProps = {
  process: Process
  part: 'title' | 'category' | 'menu'
  children?: ReactNode
}

/** A part of a process's row as its editors have it. */
export function EditedProcess({ process, part, children }: EditedProcessProps) {
  return (
    <EditedPart edits={useProcessEdits(process)} part={part}>
      {children}
    </EditedPart>
  )
}

/** What of a process is changed in its row. */
function useProcessEdits({ id, title, category }: Process) {
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
    title: titleEdit(title, save('title')),
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
