import {
  adminRoutes,
  auditRoutes,
  billingRoutes,
  requirementRoutes,
  settingsRoutes,
} from '#web/app/routes/admin.ts'
import {
  chatRoutes,
  dashboardRoutes,
  notificationRoutes,
  peopleRoutes,
} from '#web/app/routes/desk.ts'
import {
  documentRoutes,
  draftRoutes,
  libraryRoutes,
  policyRoutes,
  processRoutes,
} from '#web/app/routes/documents.ts'
import { publicRoutes } from '#web/app/routes/public.ts'
import { takingRoutes, testRoutes, trainingRoutes, verifyRoutes } from '#web/app/routes/training.ts'
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
