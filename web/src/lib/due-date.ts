/** Whether a due date has passed; something without one never is overdue. */
export function isOverdue(dueAt: string | null, now = Date.now()): boolean {
  return dueAt !== null && Date.parse(dueAt) < now
}
