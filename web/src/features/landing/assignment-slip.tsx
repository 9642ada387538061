import { Briefcase, UserRound, UsersRound } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

const rows = [
  { icon: UsersRound, who: 'Everyone', note: 'and whoever joins later', due: 'Due Nov 26' },
  { icon: Briefcase, who: 'All agents', note: 'and every agent hired later', due: 'Due Dec 11' },
  { icon: UserRound, who: 'Amara Diallo', note: 'Relocation Specialist', due: 'No date' },
]

/** For whom a policy is required, like the routing slip clipped to a folder. */
export function AssignmentSlip() {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-base">
      {rows.map(({ icon: Icon, who, note, due }) => (
        <li key={who} className="flex items-center gap-x-3 px-5 py-3.5">
          <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
          <p className="min-w-0 grow">
            <span className="mr-2 inline-block font-semibold">{who}</span>
            <span className="inline-block text-muted">{note}</span>
          </p>
          <Badge>{due}</Badge>
        </li>
      ))}
    </ul>
  )
}
