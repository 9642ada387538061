import { PICTURE_TOO_LARGE } from '@frontdesk/contract/constants'
import type { FastifyRequest } from 'fastify'
import type { FileStore } from '../platform/file-store.ts'
import { PictureError } from '../platform/pictures.ts'
import { AppError, unprocessable } from './errors.ts'
import { readForm } from './upload.ts'

interface Upload {
  field: string
  maxBytes: number
}

/** Boundaries and the names of fields, beside the file itself. */
const MULTIPART_BYTES = 16 * 1024

/**
 * Reads the file of an upload and makes a picture of it. Nothing of it stays on the disk.
 * @throws AppError 400, 413, 415, or 422 with the reason
 */
export async function receivePicture<Picture>(
  request: FastifyRequest,
  files: FileStore,
  { field, maxBytes, make }: Upload & { make: (path: string) => Promise<Picture> },
): Promise<Picture> {
  if (!request.isMultipart()) {
    const sentence = 'Please send this as multipart/form-data'
    throw new AppError(415, 'unsupported_media_type', sentence)
  }
  if (Number(request.headers['content-length']) > maxBytes + MULTIPART_BYTES) throw tooLarge(field)
  const path = await readForm(field, async () => {
    const part = await request.file({
      limits: { fileSize: maxBytes, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
      throwFileSizeLimit: false,
    })
    if (part?.fieldname !== field) {
      part?.file.resume()
      throw refused(field, 'Please choose a picture')
    }
    // Over the limit the rest would still be read: it ends here.
    part.file.once('limit', () => part.file.destroy(tooLarge(field)))
    return files.receive(part.file)
  })
  try {
    return await make(path)
  } catch (error) {
    throw error instanceof PictureError ? refused(field, error.message) : error
  } finally {
    await files.discard(path)
  }
}

const refused = (field: string, sentence: string) =>
  unprocessable('bad_picture', sentence, { [field]: sentence })

const tooLarge = (field: string) =>
  new AppError(413, 'too_large', PICTURE_TOO_LARGE, { fields: { [field]: PICTURE_TOO_LARGE } })
