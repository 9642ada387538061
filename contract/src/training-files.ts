import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id } from './fields.ts'
import { TrainingFile } from './trainings.ts'

/** The largest file of a section, in bytes; the installation may allow less. */
export const SECTION_FILE_MAX_BYTES = 1024 ** 3

export const trainingFileEndpoints = {
  uploadTrainingFile: endpoint({
    method: 'POST',
    path: '/trainings/files',
    access: 'admin',
    summary: 'Uploads a video (mp4, webm), PDF or picture (PNG, JPEG, GIF, WebP) for a section.',
    upload: { field: 'file', maxBytes: SECTION_FILE_MAX_BYTES },
    response: TrainingFile,
    status: 201,
  }),
  getTrainingFile: endpoint({
    method: 'GET',
    path: '/trainings/files/:id',
    access: 'public',
    summary:
      'An uploaded file of a section, to whoever is signed in: by the usual header, or by the key in its `url`, because players and pictures send no header. Honours `Range` and `If-None-Match`.',
    params: byId,
    query: z.object({ session: id.optional(), key: z.string().max(100).optional() }),
    produces: 'application/octet-stream',
  }),
}
