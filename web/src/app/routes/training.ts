import { createRoute } from '@tanstack/react-router'
import { trainingsQuery } from '#web/features/trainings/trainings.api.ts'
import { askForList, page, searchIn, shell } from './parents.tsx'

const trainings = createRoute({
  getParentRoute: () => shell,
  path: '/training',
  staticData: { facts: { access: 'user', title: 'Training' } },
  loader: ({ location }) => {
    const filter = { search: searchIn(location.search), required: false, archived: false }
    askForList(trainingsQuery(filter))
  },
  component: page(
    () => import('#web/features/trainings/training-list-page.tsx'),
    'TrainingListPage',
  ),
})

const trainingAdd = createRoute({
  getParentRoute: () => shell,
  path: '/training/add',
  staticData: { facts: { access: 'admin', elsewhere: '/training', title: 'Training' } },
  component: page(() => import('#web/features/trainings/training-add-page.tsx'), 'TrainingAddPage'),
})

const trainingEdit = createRoute({
  getParentRoute: () => shell,
  path: '/training/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/training', title: 'Training' } },
  component: page(
    () => import('#web/features/trainings/training-edit-page.tsx'),
    'TrainingEditPage',
  ),
})

export const trainingRoutes = [trainings, trainingAdd, trainingEdit] as const
