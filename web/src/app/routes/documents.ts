import { createRoute } from '@tanstack/react-router'
import { documentQuery, documentsQuery } from '#web/features/documents/documents.api.ts'
import { filterOf, readListParams } from '#web/features/documents/list-params.ts'
import { askFor, askForList, page, shell } from './parents.tsx'

const title = 'Document Repository'

const documents = createRoute({
  getParentRoute: () => shell,
  path: '/documents',
  staticData: { facts: { access: 'user', title } },
  loader: ({ location }) => {
    const filter = filterOf(readListParams(location.search))
    askForList(documentsQuery(filter))
  },
  component: page(
    () => import('#web/features/documents/document-list-page.tsx'),
    'DocumentListPage',
  ),
})

const documentAdd = createRoute({
  getParentRoute: () => shell,
  path: '/documents/add',
  staticData: { facts: { access: 'admin', elsewhere: '/documents', title } },
  component: page(() => import('#web/features/documents/document-add-page.tsx'), 'DocumentAddPage'),
})

const documentDetail = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$id',
  staticData: { facts: { access: 'user', title } },
  loader: ({ params }) => askFor(documentQuery(params.id)),
  component: page(
    () => import('#web/features/documents/document-detail-page.tsx'),
    'DocumentDetailPage',
  ),
})

const documentEdit = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$id/edit',
  staticData: { facts: { access: 'admin', elsewhere: '/documents', title } },
  component: page(
    () => import('#web/features/documents/document-edit-page.tsx'),
    'DocumentEditPage',
  ),
})

export const documentRoutes = [documents, documentAdd, documentDetail, documentEdit] as const
