import {
  MOST_IN_EXCEL,
  type Obligation,
  obligationEndpoints,
  type ObligationFilter,
} from '@frontdesk/contract/obligations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { PageOptions } from '../../db/page.ts'
import { sendCsv } from '../../http/csv.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { countEndingCertificates } from '../certificates/ending-certificates.queries.ts'
import { countOpenSteps } from '../processes/open-steps.queries.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { deleteFeed, findFeed, readFeed, renewFeed } from './calendar.actions.ts'
import { endWaivers, moveDueDates, remindOf, waive } from './change-obligations.actions.ts'
import type { Scope } from './look.queries.ts'
import { listObligations, openRegister, readRegister } from './obligations.queries.ts'
import { findRenewals } from './overview-ahead.queries.ts'
import { obligationsWorkbook } from './obligations-workbook.ts'
import type { ObligationOrder } from './order.queries.ts'
import { findItem, findItemStanding, findOverview } from './overview.queries.ts'

/** Rows of a register where the caller asks for no number. */
const TABLE_LIMIT = 200

const COLUMNS = [
  'user_name',
  'user_email',
  'user_role',
  'kind',
  'item_title',
  'version',
  'cycle',
  'state',
  'opens_at',
  'due_at',
  'closed_at',
  'closed_as',
  'reminded_at',
  'id',
  'user_id',
  'item_id',
  'training_id',
] as const satisfies (keyof Obligation)[]

export function obligationRoutes(mount: Mount, services: Services): void {
  registerRoutes(mount)
  changeRoutes(mount)
  ownRoutes(mount)
  teamRoutes(mount)
  calendarRoutes(mount, services)
}

type Query = ObligationFilter & ObligationOrder & Partial<PageOptions>

async function sendRegister(
  { db, request, reply }: { db: Db; request: FastifyRequest; reply: FastifyReply },
  query: Query,
  scope: Scope,
): Promise<Obligation[]> {
  const options = { ...query, limit: query.limit ?? TABLE_LIMIT }
  const { page, count } = await readRegister(db, options, scope)
  return sendPage({ request, reply }, page, count)
}

function registerRoutes(mount: Mount): void {
  mount(obligationEndpoints.listObligations, async (call) => sendRegister(call, call.query, 'all'))

  mount(obligationEndpoints.exportObligations, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'obligations.exported', details: query })
    return sendCsv(reply, 'obligations', COLUMNS, await openRegister(db, query, 'all'))
  })

  mount(obligationEndpoints.exportObligationsToExcel, async (call) => {
    const { db, query, reply } = call
    const rows = await listObligations(db, { ...query, limit: MOST_IN_EXCEL }, 'all')
    if (rows.next) {
      const most = MOST_IN_EXCEL.toLocaleString('en')
      throw unprocessable(
        'too_many',
        `Excel gets at most ${most} rows. Please narrow the list, or take the CSV`,
      )
    }
    await recordAudit(db, call, { action: 'obligations.exported', details: query })
    const date = new Date().toISOString().slice(0, 10)
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('Content-Disposition', `attachment; filename="obligations-${date}.xlsx"`)
      .send(await obligationsWorkbook(rows.rows))
  })

  mount(obligationEndpoints.getItemStanding, async ({ db, params }) => {
    const id = await findItem(db, params.id)
    if (!id) throw notFound('There is no such policy, test or training')
    return findItemStanding(db, id)
  })

  mount(obligationEndpoints.getOverview, async ({ db, query }) => {
    const now = new Date().toISOString()
    const asked = query.as_of === undefined ? now : new Date(query.as_of).toISOString()
    return asked < now
      ? { ...(await findOverview(db, asked)), ahead: null }
      : { ...(await findOverview(db, now)), ahead: await findAhead(db) }
  })
}

/** What is coming, and what stands still, now. */
const findAhead = async (db: Db) => ({
  stuck_runs: await countOpenSteps(db, { state: 'stuck' }, 'all'),
  certificates_ending: await countEndingCertificates(db),
  renewals: await findRenewals(db),
})

function changeRoutes(mount: Mount): void {
  mount(obligationEndpoints.remindOfObligations, async (call) => ({
    count: await remindOf(call, call.body, 'all'),
  }))

  mount(obligationEndpoints.moveObligations, async (call) => ({
    count: await moveDueDates(call, call.body, {
      to: call.body.due_at,
      from: call.body.was_due_at,
    }),
  }))

  mount(obligationEndpoints.waiveObligations, async (call) => ({
    count: await waive(call, call.body, call.body.reason),
  }))

  mount(obligationEndpoints.endWaivers, async (call) => ({
    count: await endWaivers(call, call.body.ids),
  }))
}

function ownRoutes(mount: Mount): void {
  mount(obligationEndpoints.listOwnObligations, async (call) =>
    sendRegister(call, call.query, { of: call.actor.id }),
  )
}

function teamRoutes(mount: Mount): void {
  mount(obligationEndpoints.listTeamObligations, async (call) =>
    sendRegister(call, call.query, { managedBy: call.actor.id }),
  )

  mount(obligationEndpoints.remindOwnTeams, async (call) => ({
    count: await remindOf(call, call.body, { managedBy: call.actor.id }),
  }))
}

function calendarRoutes(mount: Mount, { address }: Services): void {
  const itemOf = ({ id, name }: { id: string; name: string }) => ({ type: 'user', id, title: name })

  mount(obligationEndpoints.getCalendarFeed, async ({ db, actor }) => findFeed(db, actor.id))

  mount(obligationEndpoints.renewCalendarFeed, async (call) => {
    const { db, actor } = call
    const { feed, token } = await renewFeed(db, actor.id)
    await recordAudit(db, call, { action: 'user.calendar_renewed', item: itemOf(actor) })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
    return { ...feed, url: `${address()}/api/v1/calendar/${token}` }
  })

  mount(obligationEndpoints.deleteCalendarFeed, async (call) => {
    const { db, actor } = call
    await deleteFeed(db, actor.id)
    await recordAudit(db, call, { action: 'user.calendar_removed', item: itemOf(actor) })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
  })

  mount(obligationEndpoints.readCalendarFeed, async ({ db, params, reply }) => {
    const brokerage = brokerageName(await findSettings(db))
    const calendar = await readFeed(db, params.token, { brokerage, address: address() })
    if (calendar === undefined) throw notFound('This calendar is not known any more')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('Content-Disposition', 'inline; filename="front-desk.ics"')
      .header('Cache-Control', 'private, no-store')
      .send(calendar)
  })
}
