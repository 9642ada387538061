import { z } from 'zod'
import { AUTHORS_KIND, MOST_UNREAD, NOTIFICATION_KINDS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, time } from './fields.ts'

/** Of these at once. */
const MOST_SEEN = 100

export const NotificationKind = z.enum(NOTIFICATION_KINDS)
export type NotificationKind = z.infer<typeof NotificationKind>

/** One thing that a person is told, once. */
export const Notification = z.object({
  id,
  kind: NotificationKind,
  title: z.string(),
  body: z.string().describe('One more sentence; it may be empty.'),
  path: z.string().describe('Where the web app shows what it is about, such as `/policies/…`.'),
  created_at: time,
  read_at: time.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const MailChoice = z
  .enum(['off', 'at_once', 'digest'])
  .describe(
    '`at_once`: a few minutes later, where it was not read by then; a mention, once its person has been away for 30 minutes. `digest`: in the one mail of the day.',
  )
export type MailChoice = z.infer<typeof MailChoice>

export const NotificationChoice = z.object({
  kind: NotificationKind,
  in_app: z.boolean().describe('Whether the bell and the list have it.'),
  mail: MailChoice,
  push: z.boolean().describe('On the devices where the person allowed it.'),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

const choices = {
  choices: z
    .array(NotificationChoice)
    .max(NOTIFICATION_KINDS.length, 'Please choose once for each kind')
    .refine(
      (all) => new Set(all.map(({ kind }) => kind)).size === all.length,
      'Please choose once for each kind',
    )
    .refine(
      (all) =>
        NOTIFICATION_KINDS.every(
          (kind) => kind === AUTHORS_KIND || all.some((one) => one.kind === kind),
        ),
      'Please choose for each kind',
    )
    .describe('`authoring` is for those who write policies and trainings; left out: unchanged.'),
  digest_hour: z
    .int('Please choose an hour')
    .min(0, 'Please choose an hour')
    .max(23, 'Please choose an hour')
    .describe('At which hour of the person’s own day the digest is mailed.'),
}

/** How somebody wants to be told. */
export const NotificationChoices = z.object(choices)
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'user',
    summary: 'What the caller has been told, newest first.',
    query: z.object({
      ...paging,
      unread: z.enum(['true', 'false']).optional().describe('`true`: only what is not read yet.'),
    }),
    response: z.array(Notification),
  }),
  countNotifications: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    access: 'user',
    summary: `How many of them are unread; ${MOST_UNREAD} stands for that many or more.`,
    response: z.object({ unread: z.int() }),
  }),
  readNotification: endpoint({
    method: 'PUT',
    path: '/notifications/:id/read',
    access: 'user',
    summary: 'Marks one of them as read, or as unread again.',
    params: byId,
    body: z.object({ read: z.boolean('Please say whether it is read') }),
    response: Notification,
    ownRecord: 'the row itself says when it was read',
  }),
  readAllNotifications: endpoint({
    method: 'POST',
    path: '/notifications/read-all',
    access: 'user',
    summary: 'Marks all as read, up to the newest that the caller has seen.',
    body: z.object({
      newest_id: id
        .optional()
        .describe('What came after it stays unread; left out: all are meant.'),
    }),
    response: z.object({ read: z.int().describe('How many were unread until now.') }),
    ownRecord: 'the rows themselves say when they were read',
  }),
  seeNotifications: endpoint({
    method: 'POST',
    path: '/notifications/seen',
    access: 'user',
    summary:
      'Says that the caller has had these on their screen: they stay unread, and go neither by mail nor to devices.',
    body: z.object({
      ids: z
        .array(id)
        .min(1, 'Please name at least one')
        .max(MOST_SEEN, `At most ${MOST_SEEN} at once`),
    }),
    ownRecord: 'the rows themselves say when they were seen',
  }),
  getNotificationChoices: endpoint({
    method: 'GET',
    path: '/notifications/choices',
    access: 'user',
    summary: 'By which ways the caller is told of each kind.',
    response: NotificationChoices,
  }),
  changeNotificationChoices: endpoint({
    method: 'PUT',
    path: '/notifications/choices',
    access: 'user',
    summary: 'Changes them. Mails about the account itself always come.',
    body: NotificationChoices,
    response: NotificationChoices,
  }),
}
