import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id } from './fields.ts'
import { Assignment, RequirementChange, Requirement } from './requirements.ts'

const ofRequirement = z.object({ id, requirement_id: id })

/** Who must take a test, or complete the training whose quiz it is. */
export const testRequirementEndpoints = {
  assignTest: endpoint({
    method: 'POST',
    path: '/tests/:id/assign',
    access: 'admin',
    summary:
      'Requires a test, or the training whose quiz it is, of people, roles, teams or everyone. Returns what is then required.',
    params: byId,
    body: Assignment,
    response: z.array(Requirement),
  }),
  listTestRequirements: endpoint({
    method: 'GET',
    path: '/tests/:id/requirements',
    access: 'admin',
    summary: 'Of whom a test is required.',
    params: byId,
    response: z.array(Requirement),
  }),
  updateTestRequirement: endpoint({
    method: 'PUT',
    path: '/tests/:id/requirements/:requirement_id',
    access: 'admin',
    summary:
      'Moves the due date of one requirement or changes how often it recurs; null takes either away.',
    params: ofRequirement,
    body: RequirementChange,
    response: Requirement,
  }),
  deleteTestRequirement: endpoint({
    method: 'DELETE',
    path: '/tests/:id/requirements/:requirement_id',
    access: 'admin',
    summary: 'Stops requiring a test of a person, a role, a team or everyone.',
    params: ofRequirement,
  }),
}
