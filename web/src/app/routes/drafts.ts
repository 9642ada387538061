import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const facts = { access: 'admin', elsewhere: '/policies', title: 'Drafts' } as const

const drafts = createRoute({
  getParentRoute: () => shell,
  path: '/drafts',
  staticData: { facts },
  component: page(() => import('#web/features/drafts/draft-list-page.tsx'), 'DraftListPage'),
})

const draft = createRoute({
  getParentRoute: () => shell,
  path: '/drafts/$id',
  staticData: { facts },
  component: page(() => import('#web/features/drafts/draft-page.tsx'), 'DraftPage'),
})

const draftPreview = createRoute({
  getParentRoute: () => shell,
  path: '/drafts/$id/preview',
  staticData: { facts },
  component: page(() => import('#web/features/drafts/draft-preview-page.tsx'), 'DraftPreviewPage'),
})

export const draftRoutes = [drafts, draft, draftPreview] as const
