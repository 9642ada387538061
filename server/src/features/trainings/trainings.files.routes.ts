import { trainingFileEndpoints } from '@frontdesk/contract/training-files'
import { z } from 'zod'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { sentFor } from '../../http/running-answers.ts'
import { sendFile } from '../../http/send-file.ts'
import { holdOwnSession } from '../../http/session.ts'
import { keepUpload } from '../../http/upload.ts'
import { recordAudit } from '../../platform/audit.ts'
import { type FileLinks, presentFile } from './file-links.ts'
import { createFile, mayReadFile, type SectionFiles } from './trainings.files.actions.ts'
import { findFile } from './trainings.files.queries.ts'

const NO_FILE = 'Please select a file to upload'

/** @param mountUpload mounts where `multipart/form-data` is read */
export function trainingFileRoutes(
  mount: Mount,
  mountUpload: Mount,
  { stores, links }: { stores: SectionFiles; links: FileLinks },
): void {
  mountUpload(
    trainingFileEndpoints.uploadTrainingFile,
    async (call) => {
      const { db, actor, request } = call
      const { field } = trainingFileEndpoints.uploadTrainingFile.upload
      const rules = { field, fields: z.object({}), maxBytes: stores.maxBytes, missing: NO_FILE }
      const source = { db, request, files: stores.files }
      const file = await keepUpload(source, rules, async (tx, kept) => {
        await holdOwnSession(tx, actor, 'admin')
        const created = await createFile(tx, actor, kept.file)
        await recordAudit(tx, call, {
          action: 'training.file_uploaded',
          item: { type: 'training_file', id: created.id, title: created.name },
          details: { type: created.type, size: created.size },
        })
        return created
      })
      return presentFile(file, links, actor.sessionId)
    },
    { ownTransactions: 'a file may take hours to come, and is kept before its row is written' },
  )

  mount(
    trainingFileEndpoints.getTrainingFile,
    async ({ db, actor, params, query, request, reply }) => {
      const allowed = await mayReadFile(db, links, { id: params.id, actor, ...query })
      const file = allowed ? await findFile(db, params.id) : undefined
      if (!file) throw notFound('File not found')
      if (!actor) sentFor(request, query.session!)
      return sendFile(
        { request, reply, files: stores.files },
        {
          key: file.storage_key,
          size: file.size,
          sha256: file.sha256,
          name: file.name,
          type: file.type,
          mime: file.media_type,
        },
        { preview: true },
      )
    },
  )
}
