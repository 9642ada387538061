import { SCIM_TYPE, scimEndpoints } from '@frontdesk/contract/scim'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { keyIn } from '../../http/api-key.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { createMount, type Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { removeTeam } from '../teams/teams.actions.ts'
import { pickAttributes } from './attribute-names.ts'
import { configAt, PAGE, resourceTypesAt, schemasAt } from './discovery.ts'
import { groupChangeOf } from './group-change.ts'
import { stepsIn, stepsOf } from './operations.ts'
import { toGroup, toUser } from './resources.ts'
import { addGroup, changeGroup, findGroupOrRefuse } from './scim-groups.actions.ts'
import { listScimGroups } from './scim-groups.queries.ts'
import {
  addUser,
  changeUser,
  findOrRefuse,
  removeUser,
  withoutUserName,
} from './scim-users.actions.ts'
import { listScimUsers } from './scim-users.queries.ts'
import { userChangeOf } from './user-change.ts'

/** SCIM 2.0 (RFC 7644): people and teams as a directory has them, by an API key and nothing else. */
export function scimRoutes(scope: FastifyInstance, services: Services): void {
  scope.addHook('onRequest', async (request) => {
    if (keyIn(request.headers.authorization)) return
    throw new AppError(401, 'unauthorized', 'This takes an API key with the scope scim:write')
  })
  // Some write the address of a list with a slash behind it.
  const mount = createMount(scope, services.db, services.csrfKey, (path) => [path, `${path}/`])
  userRoutes(mount, services)
  groupRoutes(mount, services)
  discoveryRoutes(mount, services)
  for (const path of ['/Me', '/Me/']) {
    scope.all(path, async () => {
      throw new AppError(501, 'not_implemented', 'There is no /Me: a key is nobody’s own account')
    })
  }
  // Else the web app's page would answer.
  scope.all('/*', async () => {
    throw notFound()
  })
}

type Shown = { attributes?: string; excludedAttributes?: string }
type Resource = ReturnType<typeof toUser> | ReturnType<typeof toGroup>

/** What mount sends once the transaction is over. */
function answer<T extends object>(reply: FastifyReply, body: T): T {
  reply.type(`${SCIM_TYPE}; charset=utf-8`)
  return body
}

function answerOne(reply: FastifyReply, resource: Resource, shown: Shown) {
  reply.header('Location', resource.meta.location)
  return answer(reply, pickAttributes(resource, shown))
}

/** A PATCH of a group is answered with nothing otherwise: it may have a thousand members. */
const asksForSome = ({ attributes, excludedAttributes }: Shown) =>
  attributes !== undefined || excludedAttributes !== undefined

const list = (
  resources: object[],
  { total, startIndex }: { total: number; startIndex: number },
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** What is out of bounds is taken as the nearest that is not (RFC 7644, section 3.4.2.4). */
function pageOf({ startIndex = 1, count = PAGE.usual }: { startIndex?: number; count?: number }) {
  const first = Math.max(1, startIndex)
  return { startIndex: first, offset: first - 1, limit: Math.min(Math.max(0, count), PAGE.most) }
}

function userRoutes(mount: Mount, { address }: Services): void {
  mount(scimEndpoints.listUsers, async ({ db, query, reply }) => {
    const { startIndex, ...page } = pageOf(query)
    const { rows, total } = await listScimUsers(db, { filter: query.filter, ...page })
    const users = rows.map((person) => pickAttributes(toUser(person, address()), query))
    return answer(reply, list(users, { total, startIndex }))
  })

  mount(scimEndpoints.getUser, async ({ db, params, query, reply }) =>
    answerOne(reply, toUser(await findOrRefuse(db, params.id), address()), query),
  )

  mount(scimEndpoints.createUser, async (call) => {
    const person = await addUser(call.db, call, userChangeOf(stepsIn(call.body)))
    return answerOne(call.reply, toUser(person, address()), call.query)
  })

  mount(scimEndpoints.replaceUser, async (call) => {
    const { db, params, body } = call
    const change = userChangeOf(stepsIn(body))
    await findOrRefuse(db, params.id)
    if (change.email === undefined) throw withoutUserName()
    const person = await changeUser(db, call, params.id, change)
    return answerOne(call.reply, toUser(person, address()), call.query)
  })

  mount(scimEndpoints.patchUser, async (call) => {
    const { db, params, body } = call
    const person = await changeUser(db, call, params.id, userChangeOf(stepsOf(body)))
    return answerOne(call.reply, toUser(person, address()), call.query)
  })

  mount(scimEndpoints.deleteUser, async (call) => removeUser(call.db, call, call.params.id))
}

function groupRoutes(mount: Mount, { address }: Services): void {
  mount(scimEndpoints.listGroups, async ({ db, query, reply }) => {
    const { startIndex, ...page } = pageOf(query)
    const shape = pickAttributes({ members: true }, query)
    const { rows, total } = await listScimGroups(db, {
      filter: query.filter,
      ...page,
      withMembers: 'members' in shape,
    })
    const groups = rows.map((group) => pickAttributes(toGroup(group, address()), query))
    return answer(reply, list(groups, { total, startIndex }))
  })

  mount(scimEndpoints.getGroup, async ({ db, params, query, reply }) =>
    answerOne(reply, toGroup(await findGroupOrRefuse(db, params.id), address()), query),
  )

  mount(scimEndpoints.createGroup, async (call) => {
    const group = await addGroup(call.db, call, groupChangeOf(stepsIn(call.body)))
    return answerOne(call.reply, toGroup(group, address()), call.query)
  })

  mount(scimEndpoints.replaceGroup, async (call) => {
    const { db, params, body } = call
    const group = await changeGroup(db, call, params.id, groupChangeOf(stepsIn(body)))
    return answerOne(call.reply, toGroup(group, address()), call.query)
  })

  mount(scimEndpoints.patchGroup, async (call) => {
    const { db, params, body } = call
    const group = await changeGroup(db, call, params.id, groupChangeOf(stepsOf(body)))
    if (!asksForSome(call.query)) return void call.reply.code(204)
    return answerOne(call.reply, toGroup(group, address()), call.query)
  })

  mount(scimEndpoints.deleteGroup, async (call) => removeTeam(call.db, call, call.params.id))
}

function discoveryRoutes(mount: Mount, { address }: Services): void {
  mount(scimEndpoints.getConfig, async ({ reply }) => answer(reply, configAt(address())))

  const catalogue = (
    [all, one]: [
      typeof scimEndpoints.listSchemas | typeof scimEndpoints.listResourceTypes,
      typeof scimEndpoints.getSchema | typeof scimEndpoints.getResourceType,
    ],
    entriesAt: (address: string) => { id: string }[],
  ) => {
    mount(all, async ({ reply }) => {
      const entries = entriesAt(address())
      return answer(reply, list(entries, { total: entries.length, startIndex: 1 }))
    })
    mount(one, async ({ params, reply }) => {
      const entry = entriesAt(address()).find(({ id }) => id === params.id)
      if (!entry) throw notFound()
      return answer(reply, entry)
    })
  }
  catalogue([scimEndpoints.listSchemas, scimEndpoints.getSchema], schemasAt)
  catalogue([scimEndpoints.listResourceTypes, scimEndpoints.getResourceType], resourceTypesAt)
}
