const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i

/** An attribute's name without the schema that may stand before it. */
export const withoutUrn = (name: string) => name.replace(CORE, '')

const listed = (names: string | undefined) =>
  names
    ?.split(',')
    .map((name) => withoutUrn(name.trim()).toLowerCase())
    .filter(Boolean)

/** What is returned whatever is asked for (RFC 7643, section 3.1). */
const ALWAYS = new Set(['schemas', 'id'])

/**
 * A resource with the attributes that are asked for. A part of one, such as `name.givenName`, brings the
 * whole attribute.
 */
export function pickAttributes(
  resource: Record<string, unknown>,
  { attributes, excludedAttributes }: { attributes?: string; excludedAttributes?: string },
): Record<string, unknown> {
  const wanted = listed(attributes)?.map((name) => name.split('.')[0])
  const unwanted = listed(excludedAttributes)
  const isShown = (name: string) =>
    ALWAYS.has(name) || (wanted ? wanted.includes(name) : !unwanted?.includes(name))
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => isShown(name.toLowerCase())),
  )
}
