import { canEditDrafts } from '@frontdesk/contract/permissions'
import { pictureEndpoints } from '@frontdesk/contract/pictures'
import { inTransaction } from '../../db/transaction.ts'
import type { Mount } from '../../http/mount.ts'
import { receivePicture } from '../../http/receive-picture.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { makeTextPicture } from '../../platform/pictures.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { storeTextPicture } from './pictures.actions.ts'
import { findPictureKey, insertPicture } from './pictures.queries.ts'

/** Whoever brings a handbook in has more than somebody who writes of themselves. */
const UPLOADS: Record<'others' | 'admins', Limit> = {
  others: { tries: 120, windowSeconds: 60 * 60 },
  admins: { tries: 600, windowSeconds: 60 * 60 },
}
const TOO_MANY = 'You have added very many pictures. Please try again later.'

/** What is said where a picture is not there. */
const NO_PICTURE = 'Picture not found'

/** @param mountUpload mounts where `multipart/form-data` is read */
export function textPictureRoutes(mount: Mount, mountUpload: Mount, files: FileStore): void {
  mountUpload(
    pictureEndpoints.uploadPicture,
    async (call) => {
      const { db, actor, request } = call
      const limit = canEditDrafts(actor) ? UPLOADS.admins : UPLOADS.others
      await consume(db, `pictures-of:${actor.id}`, limit, TOO_MANY)
      const { upload } = pictureEndpoints.uploadPicture
      const picture = await receivePicture(request, files, { ...upload, make: makeTextPicture })
      return storeTextPicture(db, files, picture, async (row) =>
        inTransaction(db, async (tx) => {
          await holdOwnSession(tx, actor)
          const key = await insertPicture(tx, { ...row, uploadedBy: actor.id })
          await recordAudit(tx, call, {
            action: 'picture.uploaded',
            details: { name: row.name, size: row.size },
          })
          return key
        }),
      )
    },
    { ownTransactions: 'a file is kept before its row is written' },
  )

  mount(pictureEndpoints.getPicture, async ({ db, params, request, reply }) => {
    const key = await findPictureKey(db, params.name)
    return sendPicture({ request, reply, files }, key, { missing: NO_PICTURE })
  })
}
