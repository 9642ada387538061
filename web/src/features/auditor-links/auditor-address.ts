/** A version of a policy. */
export type WhichText = { policy_id: string; version: number }

/** Behind the # stand the token and, of an exact text, which one: no server is sent either. */
export const hashOf = (token: string, which?: WhichText) =>
  which ? `${token}/${which.policy_id}/${which.version}` : token

/** What an address leads to; no text where it names none. */
export function addressFrom(hash: string): { token: string; text: WhichText | null } {
  const [token = '', policyId, version] = hash.split('/')
  const text =
    policyId && Number(version) > 0 ? { policy_id: policyId, version: Number(version) } : null
  return { token, text }
}
