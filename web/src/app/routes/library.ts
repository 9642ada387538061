import { createRoute } from '@tanstack/react-router'
import { libraryQuery } from '#web/features/library/library.api.ts'
import { askFor, page, shell } from './parents.tsx'

const library = createRoute({
  getParentRoute: () => shell,
  path: '/library',
  staticData: { facts: { access: 'admin', title: 'Starter Library' } },
  loader: () => askFor(libraryQuery),
  component: page(() => import('#web/features/library/library-page.tsx'), 'LibraryPage'),
})

export const libraryRoutes = [library] as const
