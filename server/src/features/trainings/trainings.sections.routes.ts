import { trainingEndpoints } from '@frontdesk/contract/trainings'
import type { Db } from '../../db/connect.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { visibilityFor } from '../assessments/assessments.actions.ts'
import type { FileLinks } from './file-links.ts'
import { noSuchTraining } from './no-such-training.ts'
import { findTraining } from './trainings.queries.ts'
import {
  addSection,
  changeSection,
  readSections,
  removeSection,
  reorderSections,
} from './trainings.sections.actions.ts'

/** The trail names the training; `section` says which part of it. */
async function itemOf(db: Db, id: string) {
  const training = await findTraining(db, 'all', id)
  return { type: 'training', id, title: training!.title }
}

export function trainingSectionRoutes(mount: Mount, links: FileLinks): void {
  mount(trainingEndpoints.listSections, async ({ db, actor, params }) => {
    if (!(await findTraining(db, visibilityFor(actor), params.id))) throw noSuchTraining()
    return readSections(db, params.id, { links, sessionId: actor.sessionId })
  })

  mount(trainingEndpoints.createSection, async (call) => {
    const { db, actor, params, body } = call
    const id = await addSection(db, actor, params.id, body)
    await recordAudit(db, call, {
      action: 'training.section_created',
      item: await itemOf(db, params.id),
      details: { section: id, type: body.type },
    })
    await publish(db, { keys: ['trainings'] })
    const sections = await readSections(db, params.id, { links, sessionId: actor.sessionId })
    return sections.find((section) => section.id === id)!
  })

  mount(trainingEndpoints.updateSection, async (call) => {
    const { db, actor, params, body } = call
    const place = { trainingId: params.id, id: params.content_id }
    await changeSection(db, actor, place, body)
    await recordAudit(db, call, {
      action: 'training.section_updated',
      item: await itemOf(db, params.id),
      details: { section: place.id, type: body.type },
    })
    await publish(db, { keys: ['trainings'] })
    const sections = await readSections(db, params.id, { links, sessionId: actor.sessionId })
    return sections.find((section) => section.id === place.id)!
  })

  mount(trainingEndpoints.deleteSection, async (call) => {
    const { db, actor, params } = call
    await removeSection(db, actor, { trainingId: params.id, id: params.content_id })
    await recordAudit(db, call, {
      action: 'training.section_deleted',
      item: await itemOf(db, params.id),
      details: { section: params.content_id },
    })
    await publish(db, { keys: ['trainings'] })
  })

  mount(trainingEndpoints.reorderSections, async (call) => {
    const { db, actor, params, body } = call
    await reorderSections(db, actor, params.id, body.ids)
    await recordAudit(db, call, {
      action: 'training.sections_reordered',
      item: await itemOf(db, params.id),
    })
    await publish(db, { keys: ['trainings'] })
    return readSections(db, params.id, { links, sessionId: actor.sessionId })
  })
}
