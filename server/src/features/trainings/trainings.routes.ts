import { canEditTrainings } from '@frontdesk/contract/permissions'
import { type Training, trainingEndpoints } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import type { Page } from '../../db/page.ts'
import type { SignedIn } from '../../http/caller.ts'
import { forbidden } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findProgress } from '../assessments/progress.queries.ts'
import { visibilityFor } from '../assessments/assessments.actions.ts'
import type { FileLinks } from './file-links.ts'
import { noSuchTraining } from './no-such-training.ts'
import { addTraining, itemOf, saveTraining, stale } from './save-training.actions.ts'
import { findLinks, findOwnQuestions } from './trainings.actions.ts'
import { listLinks } from './trainings.links.queries.ts'
import { findTraining, listTrainings, lockTraining, updateArchived } from './trainings.queries.ts'
import { readSections } from './trainings.sections.actions.ts'

export function trainingRoutes(mount: Mount, links: FileLinks): void {
  mount(trainingEndpoints.listTrainings, async ({ db, actor, query, request, reply }) => {
    const page = await listTrainings(db, {
      ...query,
      limit: query.limit ?? DEFAULT_LIMIT,
      archived: canEditTrainings(actor) && query.archived === 'true',
      awaiting: query.required === 'true' ? actor.id : undefined,
    })
    return sendPage({ request, reply }, await withProgress(db, actor, page))
  })

  mount(trainingEndpoints.listTrainingsOfRole, async (call) => {
    const { db, actor, params, query, request, reply } = call
    if (!canEditTrainings(actor) && params.role !== actor.role) {
      throw forbidden('You can only ask for the trainings of your own role')
    }
    const { limit = DEFAULT_LIMIT, cursor } = query
    const page = await listTrainings(db, { limit, cursor, ofRole: params.role })
    return sendPage({ request, reply }, await withProgress(db, actor, page))
  })

  mount(trainingEndpoints.getTraining, async ({ db, actor, params, reply }) => {
    const visibility = visibilityFor(actor)
    const training = await findTraining(db, visibility, params.id)
    if (!training) throw noSuchTraining()
    const linked = await listLinks(db, training.id, visibility)
    const progress = await findProgress(db, actor.id, [training.test_id])
    const idsOf = (type: string) =>
      linked.filter((item) => item.type === type).map((item) => item.id)
    reply.header('ETag', etagOf(training))
    return {
      training,
      linkedPolicies: idsOf('policy'),
      linkedProcesses: idsOf('process'),
      linkedDocuments: idsOf('document'),
      linked,
      progress: progress.get(training.test_id)!,
    }
  })

  mount(trainingEndpoints.createTraining, async (call) => {
    const training = await addTraining(call, call.body)
    call.reply.header('ETag', etagOf(training))
    return withParts(call, training, links)
  })

  mount(trainingEndpoints.updateTraining, async (call) => {
    const { params, body, request } = call
    const training = await saveTraining(call, params.id, body, request.headers['if-match'])
    call.reply.header('ETag', etagOf(training))
    return withParts(call, training, links)
  })

  mount(trainingEndpoints.archiveTraining, async (call) => {
    const { db, params } = call
    const training = await lockTraining(db, params.id, 'update')
    if (!training) throw noSuchTraining()
    await updateArchived(db, training.id, true)
    await recordAudit(db, call, { action: 'training.archived', item: itemOf(training) })
    await publish(db, stale())
  })

  mount(trainingEndpoints.restoreTraining, async (call) => {
    const { db, params } = call
    const training = await lockTraining(db, params.id, 'update', { archived: true })
    if (!training) throw noSuchTraining()
    await updateArchived(db, training.id, false)
    await recordAudit(db, call, { action: 'training.restored', item: itemOf(training) })
    await publish(db, stale())
    return (await findTraining(db, 'all', training.id))!
  })
}

async function withProgress(db: Db, actor: SignedIn, page: Page<Training>) {
  const ids = page.rows.map((training) => training.test_id)
  const progress = await findProgress(db, actor.id, ids)
  const rows = page.rows.map((row) => ({ ...row, progress: progress.get(row.test_id)! }))
  return { ...page, rows }
}

async function withParts(
  { db, actor: { sessionId } }: { db: Db; actor: SignedIn },
  training: Training,
  links: FileLinks,
) {
  const { id } = training
  return {
    ...training,
    content: await readSections(db, id, { links, sessionId }),
    questions: await findOwnQuestions(db, id),
    ...(await findLinks(db, id)),
  }
}
