/** A value of a form as clients of Stripe write them. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
type Open = { [name: string]: Open | string }

const NAME = /^\w+(\[\w*\])*$/

/** `items[0][quantity]=3&expand[]=a` as objects and lists. Nested by name, as Stripe reads it. */
export function readForm(text: string): Record<string, FormValue> {
  const root: Open = Object.create(null) as Open
  for (const [name, value] of new URLSearchParams(text)) {
    if (!NAME.test(name)) continue
    const path = name.split(/[[\]]+/).filter((part, at) => part !== '' || at === 0)
    if (name.endsWith('[]')) path.push(String(Object.keys(childOf(root, path)).length))
    put(root, path, value)
  }
  return close(root) as Record<string, FormValue>
}

function childOf(root: Open, path: string[]): Open {
  let at: Open | string | undefined = root
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'object' ? at : {}
}

function put(root: Open, path: string[], value: string): void {
  let at = root
  for (const part of path.slice(0, -1)) {
    const next = at[part]
    const inner = typeof next === 'object' ? next : (Object.create(null) as Open)
    at[part] = inner
    at = inner
  }
  at[path.at(-1)!] = value
}

/** What is named by 0, 1, 2 … is a list. */
function close(open: Open | string): FormValue {
  if (typeof open === 'string') return open
  const entries = Object.entries(open)
  if (entries.length > 0 && entries.every(([name], at) => name === String(at))) {
    return entries.map(([, value]) => close(value))
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, close(value)]))
}
