import type { AdminUser } from '@frontdesk/contract/admin-users'
import type { Role } from '@frontdesk/contract/users'
import { type CellEdit, ChangedMeanwhile } from '#web/features/editing/cell-edit.ts'
import { type ApiError, isEditConflict } from '#web/lib/api-error.ts'
import { roleLabels, roleOptions } from '#web/lib/roles.ts'
import { type PersonChange, type TeamPerson, useUpdatePerson } from './admin-users.api.ts'

/** What of a person is changed in their row. */
export function usePersonEdits(person: AdminUser) {
  const update = useUpdatePerson()
  const { id, name, role, title, revision } = person
  const save =
    (field: 'role' | 'title', body: (value: string) => PersonChange) =>
    async (value: string, before: string) => {
      let known = revision
      for (let isLast = false; ; isLast = true) {
        try {
          await update.mutateAsync({ id, body: body(value), revision: known })
          return
        } catch (error) {
          if (!isEditConflict(error)) throw error
          const current = personIn(error)
          if ((current[field] ?? '') !== before) throw new ChangedMeanwhile(current[field] ?? '')
          // Somebody has changed something else of them: that stays.
          if (isLast) throw error
          known = current.revision
        }
      }
    }
  return {
    role: {
      name: 'role',
      of: name,
      value: role,
      input: { type: 'select', options: roleOptions },
      confirm: (value) => ({
        title: `Change the role of ${name}?`,
        question: `From ${roleLabels[role]} to ${labelOf(value)}. It takes effect at once: what they may see and change follows their role, and so does what is required of them.`,
        label: `Make them ${labelOf(value) === 'Manager' ? 'a' : 'an'} ${labelOf(value)}`,
      }),
      save: save('role', (value) => ({ role: roleOf(value) })),
    },
    title: {
      name: 'title',
      of: name,
      value: title ?? '',
      input: { type: 'text', maxLength: 100 },
      save: save('title', (value) => ({ title: value || null })),
    },
  } satisfies Record<string, CellEdit>
}

const roleOf = (value: string): Role | undefined =>
  roleOptions.find((option) => option.value === value)?.value

const labelOf = (value: string) => {
  const role = roleOf(value)
  return role ? roleLabels[role] : value
}

function personIn(error: unknown): TeamPerson {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the contract
  return (error as ApiError).body.current as TeamPerson
}
