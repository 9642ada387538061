import { SCIM_TYPE } from '@frontdesk/contract/scim'
import type { ErrorForm } from '../../http/error-handler.ts'
import { AppError } from '../../http/errors.ts'

/** Of RFC 7644, section 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'tooMany'
  | 'uniqueness'

/** A request that breaks the standard, or asks for what is not there. */
export const badRequest = (scimType: ScimType, detail: string) =>
  new AppError(400, scimType, detail)

/** What the rules of the app are called in the standard, and with which status. */
const SAME_AS: Record<string, ScimType> = {
  email_taken: 'uniqueness',
  external_id_taken: 'uniqueness',
  has_account: 'uniqueness',
  already_invited: 'uniqueness',
  name_taken: 'uniqueness',
  unknown_people: 'invalidValue',
  malformed: 'invalidSyntax',
  invalid: 'invalidValue',
}
const OWN = new Set<string>([
  ...Object.values(SAME_AS),
  'invalidFilter',
  'invalidPath',
  'mutability',
  'tooMany',
])

const typeOf = (code: string) => SAME_AS[code] ?? (OWN.has(code) ? code : undefined)

/** What is wrong with a value is 400 here, whoever found it. */
const statusOf = ({ status, code }: AppError) => (status === 422 && typeOf(code) ? 400 : status)

/** Errors in the form of RFC 7644, section 3.12. */
export const scimErrors: ErrorForm = {
  type: `${SCIM_TYPE}; charset=utf-8`,
  statusOf,
  bodyOf: (error) => {
    const scimType = typeOf(error.code)
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(statusOf(error)),
      ...(scimType && { scimType }),
      detail: error.message,
    }
  },
}
