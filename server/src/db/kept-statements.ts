/** The names under which connections keep statements, by their texts. */
const names = new Map<string, string>()

/** Gives a statement a name, under which each direct connection keeps its plan. */
export function keepStatement(text: string): void {
  if (!names.has(text)) names.set(text, `frontdesk_${names.size}`)
}

/** Undefined for what is planned anew each time. */
export const keptName = (text: string) => names.get(text)
