import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import { Pencil, UserCheck } from 'lucide-react'
import { roleLabels } from '#web/lib/roles.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { personMenuItems, type PersonActions } from './person-menu-items.ts'
import { PersonState, stateOf } from './person-state.tsx'

type AdminPersonHeaderProps = { person: AdminUserDetail; actions: PersonActions }

export function AdminPersonHeader({ person, actions }: AdminPersonHeaderProps) {
  const { name, role, title } = person
  const awaits = stateOf(person) === 'approval'
  // These two have buttons of their own.
  const items = personMenuItems(person, actions).filter(
    ({ label }) => label !== 'Edit' && !(awaits && label === 'Activate Account'),
  )
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <PersonAvatar person={person} size="xl" />
      <div className="min-w-0 grow basis-60">
        <h1 className="text-2xl font-semibold tracking-[-0.03em] wrap-anywhere sm:text-3xl">
          {name}
        </h1>
        <p className="mt-1 text-lg text-muted">
          {title && title !== roleLabels[role]
            ? `${title} · ${roleLabels[role]}`
            : roleLabels[role]}
        </p>
        <div className="mt-2">
          <PersonState person={person} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {awaits && (
          <Button icon={UserCheck} onClick={() => actions.activate(person)}>
            Activate Account
          </Button>
        )}
        <Button variant="secondary" icon={Pencil} onClick={() => actions.edit(person)}>
          Edit
        </Button>
        <Menu label="Actions" items={items} />
      </div>
    </header>
  )
}
