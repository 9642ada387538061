import { ITEM_PATHS } from '@frontdesk/contract/item-paths'
import type { PolicyQuote } from '@frontdesk/contract/policy-quotes'

const PATHS = { ...ITEM_PATHS, test: '/admin/tests/' }

/** Of what refers to a policy. */
export const pathOfQuote = ({ type, id }: Pick<PolicyQuote, 'type' | 'id'>) => PATHS[type] + id

const TYPES = { policy: 'Policy', process: 'Process', training: 'Training', test: 'Test' }

/** Where in it, in words: "Process, step 2, not in use". */
export function placeOfQuote({
  type,
  place,
  number,
  in_use: inUse,
}: Pick<PolicyQuote, 'type' | 'place' | 'number' | 'in_use'>): string {
  const where = number === null ? '' : `, ${place} ${number}`
  const belongs = place === 'linked' ? ', belongs to it' : ''
  return `${TYPES[type]}${where}${belongs}${inUse ? '' : ', not in use'}`
}
