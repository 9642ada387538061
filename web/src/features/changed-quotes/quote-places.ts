import { ITEMS } from '@frontdesk/contract/items'
import type { PolicyQuote } from '@frontdesk/contract/policy-quotes'

/** Of what refers to a policy; a test as those see it who write it. */
export const pathOfQuote = ({ type, id }: Pick<PolicyQuote, 'type' | 'id'>) =>
  (type === 'test' ? ITEMS.test.adminPath : ITEMS[type].path) + id

/** Where in it, in words: "Process, step 2, not in use". */
export function placeOfQuote({
  type,
  place,
  number,
  in_use: inUse,
}: Pick<PolicyQuote, 'type' | 'place' | 'number' | 'in_use'>): string {
  const where = number === null ? '' : `, ${place} ${number}`
  const belongs = place === 'linked' ? ', belongs to it' : ''
  return `${ITEMS[type].label}${where}${belongs}${inUse ? '' : ', not in use'}`
}
