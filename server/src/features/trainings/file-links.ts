import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TrainingFile } from '@frontdesk/contract/trainings'

const PATH = '/api/v1/trainings/files/'
const PATHS = /\/api\/v1\/trainings\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** Ids of the uploaded files that a text or an address names. */
export const filesNamedIn = (content: string): string[] =>
  [...content.matchAll(PATHS)].map(([, id]) => id!)

/** Makes the links by which players and pictures, which send no header, open a file. */
export interface FileLinks {
  /** For as long as the session lasts. */
  urlOf(file: { id: string; sessionId: string }): string
  isGenuine(file: { id: string; sessionId: string; key: string }): boolean
}

/** @param secret the same on all nodes */
export function createFileLinks(secret: Buffer): FileLinks {
  const keyOf = ({ id, sessionId }: { id: string; sessionId: string }) =>
    createHmac('sha256', secret).update(`training-file.${id}.${sessionId}`).digest()
  return {
    urlOf: (file) =>
      `${PATH}${file.id}?session=${file.sessionId}&key=${keyOf(file).toString('base64url')}`,
    isGenuine: (file) => {
      const sent = Buffer.from(file.key, 'base64url')
      const right = keyOf(file)
      return sent.length === right.length && timingSafeEqual(sent, right)
    },
  }
}

/** A stored file as its reader is told of it. */
export const presentFile = (
  file: { id: string; name: string; media_type: string; size: number },
  links: FileLinks,
  sessionId: string,
): TrainingFile => ({
  id: file.id,
  name: file.name,
  media_type: file.media_type,
  size: file.size,
  path: `${PATH}${file.id}`,
  url: links.urlOf({ id: file.id, sessionId }),
})
