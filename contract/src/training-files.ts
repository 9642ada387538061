import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line } from './fields.ts'
import { TrainingFile } from './trainings.ts'

export const trainingFileEndpoints = {
  uploadTrainingFile: endpoint({
    method: 'POST',
    path: '/trainings/files',
    access: 'admin',
    summary: 'Uploads a video (mp4, webm), PDF or picture (PNG, JPEG, GIF, WebP) for a section.',
    upload: { field: 'file' },
    response: TrainingFile,
    status: 201,
  }),
  getTrainingFile: endpoint({
    method: 'GET',
    path: '/trainings/files/:id',
    access: 'public',
    summary:
      'An uploaded file of a section, to be shown. Whoever is signed in gets it: by the usual header, or by the key of its `url`, which players and pictures use because they send no header. Honours `Range`, `If-Range` and `If-None-Match`; 404 to anybody else.',
    params: byId,
    query: z
      .object({ session: id.optional(), key: line(100).optional() })
      .describe('As the `url` of the file has them.'),
    produces: 'application/octet-stream',
  }),
}
