import { adminRoutes } from '#web/app/routes/admin.ts'
import { auditRoutes } from '#web/app/routes/audit.ts'
import { billingRoutes } from '#web/app/routes/billing.ts'
import { chatRoutes } from '#web/app/routes/chat.ts'
import { dashboardRoutes } from '#web/app/routes/dashboard.ts'
import { draftRoutes } from '#web/app/routes/drafts.ts'
import { documentRoutes } from '#web/app/routes/documents.ts'
import { libraryRoutes } from '#web/app/routes/library.ts'
import { notificationRoutes } from '#web/app/routes/notifications.ts'
import { peopleRoutes } from '#web/app/routes/people.ts'
import { policyRoutes } from '#web/app/routes/policy.ts'
import { processRoutes } from '#web/app/routes/process.ts'
import { publicRoutes } from '#web/app/routes/public.ts'
import { requirementRoutes } from '#web/app/routes/requirements.ts'
import { settingsRoutes } from '#web/app/routes/settings.ts'
import { testRoutes } from '#web/app/routes/test.ts'
import { trainingRoutes } from '#web/app/routes/training.ts'
import { takingRoutes, verifyRoutes } from '#web/app/routes/taking.ts'
import { root, shell } from '#web/app/routes/parents.tsx'
import { createRoute } from '@tanstack/react-router'

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { facts: { access: 'unknown' } },
})

export const routeTree = root.addChildren([
  ...publicRoutes,
  ...verifyRoutes,
  unknown,
  shell.addChildren([
    ...dashboardRoutes,
    ...policyRoutes,
    ...draftRoutes,
    ...processRoutes,
    ...documentRoutes,
    ...chatRoutes,
    ...notificationRoutes,
    ...trainingRoutes,
    ...libraryRoutes,
    ...testRoutes,
    ...takingRoutes,
    ...peopleRoutes,
    ...adminRoutes,
    ...requirementRoutes,
    ...auditRoutes,
    ...billingRoutes,
    ...settingsRoutes,
  ]),
])
