export const roleLabels = { agent: 'Agent', manager: 'Manager', admin: 'Admin' } as const

/** The roles that an invitation offers, for a `Select`. */
export function RoleOptions() {
  return Object.entries(roleLabels).map(([role, label]) => (
    <option key={role} value={role}>
      {label}
    </option>
  ))
}
