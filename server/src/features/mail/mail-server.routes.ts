import { mailServerEndpoints } from '@frontdesk/contract/mail-server'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../db/transaction.ts'
import { etagOf } from '../../http/etag.ts'
import type { Mount } from '../../http/mount.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume } from '../../platform/rate-limit.ts'
import type { Services } from '../../services.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import {
  findMailServer,
  openDraft,
  refuseUnlessOurs,
  removeMailServer,
  sendTestMail,
  updateMailServer,
} from './mail-server.actions.ts'

const TESTS = { tries: 10, windowSeconds: 600 }

/** Everybody's pages know whether mail goes out. */
const STALE = { keys: ['settings', 'mails'] as const }

export function mailServerRoutes(
  api: FastifyInstance,
  mount: Mount,
  { config, address }: Services,
): void {
  const stopping = new AbortController()
  api.addHook('preClose', async () => stopping.abort())

  mount(mailServerEndpoints.getMailServer, async ({ db, reply }) => {
    const server = await findMailServer(db, config, address())
    reply.header('ETag', etagOf(server))
    return server
  })

  mount(mailServerEndpoints.updateMailServer, async (call) => {
    const { db, actor, body, request, reply } = call
    const ifMatch = request.headers['if-match']
    await updateMailServer(db, config, {
      draft: body,
      actorId: actor.id,
      ifMatch,
      address: address(),
    })
    const { host, port, security, username, from_address: from } = body
    await recordAudit(db, call, {
      action: 'mail.server_changed',
      details: { host, port, security, username, from, new_secret: Boolean(body.password) },
    })
    await publish(db, { keys: [...STALE.keys] })
    const server = await findMailServer(db, config, address())
    reply.header('ETag', etagOf(server))
    return server
  })

  mount(mailServerEndpoints.removeMailServer, async (call) => {
    const { db, actor, request, reply } = call
    const ifMatch = request.headers['if-match']
    const edit = { actorId: actor.id, ifMatch, address: address() }
    if (await removeMailServer(db, config, edit)) {
      await recordAudit(db, call, { action: 'mail.server_removed' })
      await publish(db, { keys: [...STALE.keys] })
    }
    const server = await findMailServer(db, config, address())
    reply.header('ETag', etagOf(server))
    return server
  })

  mount(
    mailServerEndpoints.testMailServer,
    async (call) => {
      const { db, actor, body } = call
      refuseUnlessOurs(config)
      await consume(db, `mail-test:${actor.id}`, TESTS, 'Please wait before the next test mail.')
      const settings = await findSettings(db)
      const to = actor.email
      const server = await openDraft(db, config, body)
      const letter = { to, brokerage: brokerageName(settings), address: address() }
      await sendTestMail(server, { ...letter, accent: settings.accent }, stopping.signal)
      await inTransaction(db, async (tx) => {
        await holdOwnSession(tx, actor)
        await recordAudit(tx, call, {
          action: 'mail.server_tested',
          details: { to, host: server.host },
        })
      })
      return { to }
    },
    { ownTransactions: 'a mail server may take its time' },
  )
}
