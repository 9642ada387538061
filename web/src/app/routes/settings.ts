import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/settings/settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settings] as const
