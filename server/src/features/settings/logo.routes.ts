import { settingsEndpoints } from '@frontdesk/contract/settings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import { createMount, type Mount } from '../../http/mount.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { holdOwnSession } from '../../http/session.ts'
import { takeUploads } from '../../http/upload.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Services } from '../../services.ts'
import { receivePicture } from '../../http/receive-picture.ts'
import { makeLogo } from '../../platform/pictures.ts'
import { AppIcons } from './app-icons.ts'
import { openLogos, replaceLogo, storeLogo } from './logo.actions.ts'
import { findSettings } from './settings.queries.ts'

const FILES = { ownTransactions: 'files are written before a transaction and removed after it' }

export async function logoRoutes(
  api: FastifyInstance,
  mount: Mount,
  { db: pool, config, csrfKey }: Services,
): Promise<void> {
  const logos = openLogos(config)

  mount(settingsEndpoints.getLogo, async ({ db, request, reply }) => {
    const { logo_key: key } = await findSettings(db)
    return sendPicture({ request, reply, files: logos }, key, {
      missing: 'No logo',
      cacheControl: cachingOf(request, key),
    })
  })

  const icons = new AppIcons(logos)
  mount(settingsEndpoints.getIcon, async ({ db, params, request, reply }) => {
    const { logo_key: key } = await findSettings(db)
    const icon = key === null ? null : await icons.find(key, params.size)
    if (!icon) throw notFound('No logo')
    reply.header('Cache-Control', cachingOf(request, key))
    return reply.type('image/png').send(icon)
  })

  mount(
    settingsEndpoints.deleteLogo,
    async (call) => {
      const unneeded = await inTransaction(call.db, async (tx) => {
        await holdOwnSession(tx, call.actor)
        const keys = await replaceLogo(tx, null)
        await recordAudit(tx, call, { action: 'settings.logo_removed' })
        return keys
      })
      await logos.remove(unneeded)
    },
    FILES,
  )

  await api.register(async (scope) => {
    await takeUploads(scope)
    createMount(scope, pool, csrfKey)(
      settingsEndpoints.uploadLogo,
      async (call) => {
        const { upload } = settingsEndpoints.uploadLogo
        const content = await receivePicture(call.request, logos, { ...upload, make: makeLogo })
        return { logo: await storeLogo(logos, content, call) }
      },
      FILES,
    )
  })
}

/** Its key makes the address one of exactly this logo. */
const cachingOf = ({ url }: FastifyRequest, key: string | null) =>
  url.endsWith(`?v=${key}`) ? 'public, max-age=31536000, immutable' : 'no-cache'
