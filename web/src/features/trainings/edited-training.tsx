import { TRAINING_CATEGORIES } from '@frontdesk/contract/constants'
import type { ListedTraining, TrainingDetail } from '@frontdesk/contract/trainings'
import type { ReactNode } from 'react'
import { type CellEdit, saveOneField } from '#web/features/editing/cell-edit.ts'
import { EditedPart, titleEdit } from '#web/features/editing/row-edits.tsx'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { bodyOf, textsOf, type TrainingTexts } from './training-texts.ts'
import { useRefreshTrainings } from './trainings.api.ts'

type EditedTrainingProps = {
  training: ListedTraining
  part: 'title' | 'category' | 'menu'
  children?: ReactNode
}

/** A part of a training's card as its editors have it. */
export function EditedTraining({ training, part, children }: EditedTrainingProps) {
  return (
    <EditedPart edits={useTrainingEdits(training)} part={part}>
      {children}
    </EditedPart>
  )
}

/** A training beside its sections and questions. */
const textsBeside = (detail: TrainingDetail): TrainingTexts =>
  textsOf({ detail, sections: [], questions: [], draws: [], etag: null })

/** What of a training is changed on its card. */
function useTrainingEdits({ id, title, category_id: category }: ListedTraining) {
  const refresh = useRefreshTrainings()
  const save = (name: 'title' | 'category') => async (value: string, before: string) => {
    await saveOneField(
      {
        load: async () => callForPage('GET /trainings/:id', { params: { id } }),
        valueOf: ({ data }) => textsBeside(data)[name],
        save: async ({ data, etag }) => {
          const body = bodyOf({ ...textsBeside(data), [name]: value })
          await call('PUT /trainings/:id', {
            params: { id },
            // What is left out stays as it is.
            body: { ...body, content: undefined, questions: undefined, draws: undefined },
            headers: ifMatch(etag),
          })
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
      value: category ?? '',
      input: {
        type: 'select',
        options: [
          { value: '', label: 'No category' },
          ...TRAINING_CATEGORIES.map((one) => ({ value: one.id, label: one.name })),
        ],
      },
      save: save('category'),
    },
  } satisfies Record<string, CellEdit>
}
