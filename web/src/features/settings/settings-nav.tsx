import { PathLink } from '#web/ui/path-link.tsx'
import { settingsPlaces } from './settings-sections.ts'

/** The way from one section to the next, where there is room beside it. */
export function SettingsNav() {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul className="sticky top-20 grid gap-0.5">
        {settingsPlaces.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <PathLink
              to={to}
              className="flex min-h-10 items-center gap-3 rounded-md px-3 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
            >
              <Icon className="size-4.5 shrink-0" aria-hidden="true" />
              {title}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
