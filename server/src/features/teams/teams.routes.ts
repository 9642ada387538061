import { teamEndpoints } from '@frontdesk/contract/teams'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { changeTeam, createTeam, removeTeam } from './teams.actions.ts'
import { listManagedTeams, listTeams } from './teams.queries.ts'

export function teamRoutes(mount: Mount): void {
  mount(teamEndpoints.listTeams, async ({ db, query, request, reply }) => {
    const { cursor, limit = DEFAULT_LIMIT } = query
    return sendPage({ request, reply }, await listTeams(db, { cursor, limit }))
  })

  mount(teamEndpoints.listManagedTeams, async ({ db, actor }) => listManagedTeams(db, actor.id))

  mount(teamEndpoints.createTeam, async (call) => createTeam(call.db, call, call.body))

  mount(teamEndpoints.updateTeam, async (call) =>
    changeTeam(call.db, call, call.params.id, () => call.body),
  )

  mount(teamEndpoints.deleteTeam, async (call) => removeTeam(call.db, call, call.params.id))
}
