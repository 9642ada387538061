import type { ListedTest } from '@frontdesk/contract/assessments'
import type { ReactNode } from 'react'
import { type CellEdit, saveOneField } from '#web/features/editing/cell-edit.ts'
import { EditedPart, titleEdit } from '#web/features/editing/row-edits.tsx'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { bodyOf, textsOf } from './test-texts.tsx'

type EditedTestProps = { test: ListedTest; part: 'title' | 'menu'; children?: ReactNode }

/** A part of a test's row as its editors have it. */
export function EditedTest({ test, part, children }: EditedTestProps) {
  return (
    <EditedPart edits={{ title: useTestTitle(test) }} part={part}>
      {children}
    </EditedPart>
  )
}

/** The title of a test by itself, changed in its row; a quiz is called as its training is. */
function useTestTitle({ id, title }: ListedTest): CellEdit {
  const refresh = useRefresh('tests')
  return titleEdit(title, async (value, before) =>
    saveOneField(
      {
        load: async () => callForPage('GET /tests/:id', { params: { id } }),
        valueOf: ({ data }) => data.title,
        save: async ({ data: test, etag }) => {
          const body = bodyOf({
            ...textsOf({ test, questions: [], draws: [], etag }),
            title: value,
          })
          await call('PUT /tests/:id', {
            params: { id },
            // What is left out stays as it is.
            body: { ...body, questions: undefined, draws: undefined },
            headers: ifMatch(etag),
          })
        },
        refresh,
      },
      before,
    ),
  )
}
