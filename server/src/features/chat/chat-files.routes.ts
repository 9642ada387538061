import { type ChatFile, chatMessageEndpoints } from '@frontdesk/contract/chat-messages'
import { CHAT_FILE_MAX_BYTES, CHAT_FILE_REQUIRED } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { sendFile } from '../../http/send-file.ts'
import { holdOwnSession } from '../../http/session.ts'
import { keepUpload, type Upload } from '../../http/upload.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { openFiles, type StoragePlace } from '../../platform/files.ts'
import { consume, type Limit } from '../../platform/rate-limit.ts'
import { holdOwnChat } from './chats.actions.ts'
import { isInChat } from './chats.queries.ts'
import { noSuchChat } from './message-post.ts'

const UPLOADS: Limit = { tries: 200, windowSeconds: 60 * 60 }
const TOO_MANY = 'You have attached very many files. Please try again later.'
/** A file whose message was never sent. */
const WAITS_FOR = '1 day'

/** Where the files of conversations are, and how large one may be. */
export interface ChatFiles {
  files: FileStore
  maxBytes: number
}

export function openChatFiles(place: StoragePlace & { maxUploadBytes: number }): ChatFiles {
  return {
    files: openFiles(place, 'chat-files'),
    maxBytes: Math.min(place.maxUploadBytes, CHAT_FILE_MAX_BYTES),
  }
}

/** @param mountUpload mounts where `multipart/form-data` is read */
export function chatFileRoutes(
  mount: Mount,
  mountUpload: Mount,
  { files, maxBytes }: ChatFiles,
): void {
  mountUpload(
    chatMessageEndpoints.addChatFile,
    async ({ db, actor, params, request }) => {
      // Before all of it has come; it is looked at again below.
      if (!(await isInChat(db, actor.id, params.id))) throw noSuchChat()
      await consume(db, `chat-files-of:${actor.id}`, UPLOADS, TOO_MANY)
      const { field } = chatMessageEndpoints.addChatFile.upload
      const rules = { field, maxBytes, fields: z.object({}), missing: CHAT_FILE_REQUIRED }
      return keepUpload({ db, request, files }, rules, async (tx, { file }) => {
        await holdOwnSession(tx, actor)
        await holdOwnChat(tx, actor, params.id)
        return insertFile(tx, { chatId: params.id, addedBy: actor.id, file })
      })
    },
    { ownTransactions: 'files are written before a transaction' },
  )

  mount(chatMessageEndpoints.getChatFile, async ({ db, actor, params, query, request, reply }) => {
    const found = await findFile(db, actor.id, { chatId: params.id, id: params.file_id })
    if (!found) throw notFound('This file is no longer there')
    const { file_key: key, file_name: name, file_type: type, file_size: size } = found
    const file = { key, name, type, size, mime: found.mime, sha256: found.sha256 }
    return sendFile({ request, reply, files }, file, { preview: query.preview === 'true' })
  })
}

async function insertFile(
  tx: Db,
  { chatId, addedBy, file }: { chatId: string; addedBy: string; file: Upload<unknown>['file'] },
): Promise<ChatFile> {
  return tx
    .insertInto('chat_files')
    .values({
      id: uuidv7(),
      chat_id: chatId,
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      mime: file.mime,
      file_size: file.size,
      sha256: file.sha256,
      added_by: addedBy,
    })
    .returning(['id', 'file_name', 'file_type', 'file_size'])
    .executeTakeFirstOrThrow()
}

/** Undefined for who is not in the conversation, and for what another has not sent yet. */
async function findFile(db: Db, userId: string, { chatId, id }: { chatId: string; id: string }) {
  return db
    .selectFrom('chat_files as file')
    .innerJoin('chats', 'chats.id', 'file.chat_id')
    .innerJoin('chat_members as member', 'member.chat_id', 'chats.id')
    .select(['file_key', 'file_name', 'file_type', 'mime', 'file_size', 'sha256'])
    .where('file.id', '=', id)
    .where('chats.id', '=', chatId)
    .where('chats.deleted_at', 'is', null)
    .where('member.user_id', '=', userId)
    .where((where) =>
      where.or([where('message_id', 'is not', null), where('file.added_by', '=', userId)]),
    )
    .executeTakeFirst()
}

/** Removes files that a crash, or a message that was never sent, left behind; runs hourly. */
export async function removeOrphanChatFiles(db: Db, { files }: ChatFiles): Promise<number> {
  await db
    .deleteFrom('chat_files')
    .where('message_id', 'is', null)
    .where('created_at', '<', sql<string>`now() - ${WAITS_FOR}::interval`)
    .execute()
  return files.removeOrphans(async (keys) => findKnownFiles(db, keys))
}

/** Those of the keys that are a file of a conversation. */
async function findKnownFiles(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_files')
    .select('file_key')
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute()
  return rows.map((row) => row.file_key)
}
