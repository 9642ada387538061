import { libraryEndpoints } from '@frontdesk/contract/library'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findTaken } from './library.queries.ts'
import { readLibrary, readText } from './read-library.ts'
import { takeText } from './take-text.actions.ts'

const noSuchText = () => notFound('This is not in the starter library')

export function libraryRoutes(mount: Mount): void {
  mount(libraryEndpoints.listLibrary, async ({ db }) => {
    const [texts, taken] = await Promise.all([readLibrary(), findTaken(db)])
    return texts.map((text) => ({ ...text, taken: taken.get(text.slug) ?? null }))
  })

  mount(libraryEndpoints.getLibraryText, async ({ db, params }) => {
    const [text, taken] = await Promise.all([readText(params.slug), findTaken(db)])
    if (!text) throw noSuchText()
    return { ...text, taken: taken.get(text.slug) ?? null }
  })

  mount(libraryEndpoints.takeLibraryText, async (call) => {
    const { db, actor, params } = call
    const text = await readText(params.slug)
    if (!text) throw noSuchText()
    const { kind, slug, title } = text
    const made = await takeText(db, actor, text)
    await recordAudit(db, call, {
      action: `library.${kind}_taken`,
      item: { type: made.type, id: made.id, title },
      details: { slug },
    })
    await publish(db, { keys: ['library'], adminsOnly: true })
    return { kind, id: made.id, title, path: made.path }
  })
}
