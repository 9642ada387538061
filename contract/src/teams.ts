import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, requiredLine, time } from './fields.ts'

/** At most so many people are in one team. */
export const MOST_IN_TEAM = 10_000

/** An office or a group: things can be required of its members, and its managers see who is behind. */
export const Team = z.object({
  id,
  name: z.string(),
  member_ids: z.array(id).describe('By name; requirements of the team are theirs.'),
  manager_ids: z.array(id).describe('By name; they need not be members.'),
  created_at: time,
  updated_at: time,
})
export type Team = z.infer<typeof Team>

/** A team as its managers see it. */
export const ManagedTeam = z.object({
  id,
  name: z.string(),
  members: z.array(z.object({ id, name: z.string() })).describe('Active ones, by name.'),
})
export type ManagedTeam = z.infer<typeof ManagedTeam>

const people = z.array(id).max(MOST_IN_TEAM)
const name = requiredLine(100, 'Please enter a name')

export const teamEndpoints = {
  listTeams: endpoint({
    method: 'GET',
    path: '/teams',
    access: 'admin',
    summary: 'All teams by name, with members and managers.',
    query: z.object(paging),
    response: z.array(Team),
  }),
  createTeam: endpoint({
    method: 'POST',
    path: '/teams',
    access: 'admin',
    summary: 'Adds a team. 409 `name_taken`, 422 where somebody is not here any more.',
    body: z.object({ name, member_ids: people.default([]), manager_ids: people.default([]) }),
    response: Team,
    status: 201,
  }),
  updateTeam: endpoint({
    method: 'PUT',
    path: '/teams/:id',
    access: 'admin',
    summary:
      'Saves a team with all its members and managers; those of a list that is left out stay. 409 `name_taken`, 422 where somebody is not here any more.',
    params: byId,
    body: z.object({ name, member_ids: people.optional(), manager_ids: people.optional() }),
    response: Team,
  }),
  deleteTeam: endpoint({
    method: 'DELETE',
    path: '/teams/:id',
    access: 'admin',
    summary: 'Deletes a team; what was required of it is not required of its members any more.',
    params: byId,
  }),
  listManagedTeams: endpoint({
    method: 'GET',
    path: '/teams/mine',
    access: 'user',
    summary: 'The teams that the caller manages, by name.',
    response: z.array(ManagedTeam),
  }),
}
