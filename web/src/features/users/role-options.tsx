import { roleLabels, roles } from '#web/lib/roles.ts'

/** Every role, for a `Select`. */
export function RoleOptions() {
  return roles.map((role) => (
    <option key={role} value={role}>
      {roleLabels[role]}
    </option>
  ))
}
