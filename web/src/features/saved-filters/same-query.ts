/** Whether two addresses ask for the same, whatever order their parts stand in. */
export function isSameQuery(one: string, other: string): boolean {
  return inOrder(one) === inOrder(other)
}

function inOrder(query: string): string {
  const parts = new URLSearchParams(query)
  parts.sort()
  return parts.toString()
}
