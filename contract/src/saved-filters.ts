import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, requiredLine, text } from './fields.ts'

/** The lists whose filters can be kept. */
export const FilteredList = z.enum(['outstanding', 'people', 'policies', 'trainings', 'matrix'])
export type FilteredList = z.infer<typeof FilteredList>

/** The filters of a list under a name. */
export const SavedFilter = z.object({
  id,
  list: FilteredList,
  name: z.string(),
  query: z.string().describe('What follows the `?` in the address of the list.'),
  shared: z.boolean().describe('Other admins see it, too; only its owner changes it.'),
  is_own: z.boolean(),
  owner_name: z.string(),
  is_default: z.boolean().describe('The list opens with it, for the caller.'),
  refers_to_deleted: z
    .boolean()
    .describe('A person, team or item that it names is not there any more.'),
})
export type SavedFilter = z.infer<typeof SavedFilter>

const name = requiredLine(60, 'Please enter a name')
const query = text(2000).trim().min(1, 'Please filter the list first')

export const savedFilterEndpoints = {
  listSavedFilters: endpoint({
    method: 'GET',
    path: '/saved-filters',
    access: 'user',
    summary: 'The caller’s filters of a list by name, and for admins those that others share.',
    query: z.object({ list: FilteredList }),
    response: z.array(SavedFilter),
  }),
  createSavedFilter: endpoint({
    method: 'POST',
    path: '/saved-filters',
    access: 'user',
    summary:
      'Keeps a filter under a name. 409 `name_taken` where the caller has one of that name; 403 for sharing by anybody but an admin, 422 `too_many` beyond 50 for one list.',
    body: z.object({ list: FilteredList, name, query, shared: z.boolean().default(false) }),
    response: SavedFilter,
    status: 201,
  }),
  updateSavedFilter: endpoint({
    method: 'PUT',
    path: '/saved-filters/:id',
    access: 'user',
    summary: 'Renames or shares one’s own filter, or changes what it filters by.',
    params: byId,
    body: z
      .object({ name: name.optional(), query: query.optional(), shared: z.boolean().optional() })
      .refine(
        (change) => Object.values(change).some((value) => value !== undefined),
        'Please say what to change',
      ),
    response: SavedFilter,
  }),
  setDefaultFilter: endpoint({
    method: 'PUT',
    path: '/saved-filters/:id/default',
    access: 'user',
    summary: 'Opens the list with this filter from now on, or no longer; for the caller alone.',
    params: byId,
    body: z.object({ is_default: z.boolean() }),
    response: SavedFilter,
  }),
  deleteSavedFilter: endpoint({
    method: 'DELETE',
    path: '/saved-filters/:id',
    access: 'user',
    summary: 'Deletes one’s own filter, for those with whom it is shared, too.',
    params: byId,
  }),
}
