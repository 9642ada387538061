import { canSeeInactivePeople } from '@frontdesk/contract/permissions'
import { profileEndpoints } from '@frontdesk/contract/profile'
import { userEndpoints } from '@frontdesk/contract/users'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createMount, type Mount } from '../../http/mount.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { holdOwnSession } from '../../http/session.ts'
import { takeUploads } from '../../http/upload.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { publish } from '../../platform/publish.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { receivePicture } from '../../http/receive-picture.ts'
import { storePicture } from './pictures.actions.ts'
import { makeProfilePicture } from '../../platform/pictures.ts'
import { deletePicture, findPictureKeys, replacePicture } from './pictures.queries.ts'
import { findCurrentUser } from './users.queries.ts'

const FILES = { ownTransactions: 'files are written before a transaction and removed after it' }

/** Enough for somebody who can't decide. */
const UPLOADS: Limit = { tries: 30, windowSeconds: 60 * 60 }
const TOO_MANY = 'You have changed your picture very often. Please try again later.'

interface PictureServices {
  db: Db
  csrfKey: Buffer
  pictures: FileStore
}

export async function pictureRoutes(
  api: FastifyInstance,
  mount: Mount,
  { db: pool, csrfKey, pictures }: PictureServices,
): Promise<void> {
  mount(userEndpoints.getProfilePicture, async ({ db, actor, params, query, request, reply }) => {
    const inactiveToo = canSeeInactivePeople(actor)
    const keys = await findPictureKeys(db, params.id, { inactiveToo })
    const key = query.size === '96' ? keys?.small_key : keys?.large_key
    return sendPicture({ request, reply, files: pictures }, key, { missing: 'No picture' })
  })

  mount(
    profileEndpoints.deleteProfilePicture,
    async (call) => {
      const unneeded = await inTransaction(call.db, async (tx) => {
        await holdOwnSession(tx, call.actor)
        const keys = await deletePicture(tx, call.actor.id)
        await recordAudit(tx, call, { action: 'user.picture_removed' })
        await tellOfPicture(tx, call.actor.id)
        return keys
      })
      await pictures.remove(unneeded)
    },
    FILES,
  )

  await api.register(async (scope) => {
    await takeUploads(scope)
    createMount(scope, pool, csrfKey)(
      profileEndpoints.uploadProfilePicture,
      async (call) => {
        const { db, actor, request } = call
        await consume(db, `picture-of:${actor.id}`, UPLOADS, TOO_MANY)
        const { upload } = profileEndpoints.uploadProfilePicture
        const picture = await receivePicture(request, pictures, {
          ...upload,
          make: makeProfilePicture,
        })
        await storePicture(db, pictures, picture, async (tx, keys) => {
          await holdOwnSession(tx, actor)
          const unneeded = await replacePicture(tx, actor.id, keys)
          await recordAudit(tx, call, { action: 'user.picture_changed' })
          await tellOfPicture(tx, actor.id)
          return unneeded
        })
        const user = await findCurrentUser(db, actor.id)
        return { profile_picture_img_location: user.profile_picture_img_location ?? '' }
      },
      FILES,
    )
  })
}

async function tellOfPicture(db: Db, userId: string): Promise<void> {
  await publish(db, { keys: ['users'] })
  await publish(db, { keys: ['me'], userIds: [userId] })
}
