/** What was typed since `before`, and the rest as somebody else has it now. */
export function keepTyped<Values extends object>(
  mine: Values,
  before: Values,
  theirs: Values,
): Values {
  const old = new Map(Object.entries(before))
  const typed = Object.entries(mine).filter(([name, value]) => value !== old.get(name))
  return { ...theirs, ...Object.fromEntries(typed) }
}
