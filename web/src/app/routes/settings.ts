import { createRoute, redirect } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/settings/settings-page.tsx'), 'SettingsPage'),
})

const settingsSection = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/$section',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/settings/settings-section-page.tsx'),
    'SettingsSectionPage',
  ),
})

const firstSteps = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/first-steps',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/dashboard/first-steps-page.tsx'), 'FirstStepsPage'),
})

const mailServer = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/mail',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/mail/mail-server-page.tsx'), 'MailServerPage'),
})

const evidence = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/evidence',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(
    () => import('#web/features/evidence/evidence-settings-page.tsx'),
    'EvidenceSettingsPage',
  ),
})

const backup = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/backup',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/backups/backup-page.tsx'), 'BackupPage'),
})

const programs = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/programs',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/api-keys/programs-page.tsx'), 'ProgramsPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/webhooks',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/webhooks/$id',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  component: page(() => import('#web/features/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

/** Billing is a screen of its own. */
const settingsBilling = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/billing',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: () => {
    throw redirect({ to: '/admin/billing', replace: true })
  },
})

/** Where files are is told among what else the portal says of itself; the server's environment decides it. */
const settingsStorage = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/storage',
  staticData: { facts: { access: 'admin', title: 'Admin Panel' } },
  beforeLoad: () => {
    throw redirect({ to: '/admin/system', replace: true })
  },
})

export const settingsRoutes = [
  settings,
  settingsStorage,
  settingsBilling,
  firstSteps,
  mailServer,
  evidence,
  backup,
  programs,
  webhooks,
  webhook,
  settingsSection,
] as const
