import { PanelLeft } from 'lucide-react'
import { BrandMark } from '#web/features/brokerage/brand-logo.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { NotificationBell } from './notification-bell.tsx'
import { SearchLauncher } from './search-launcher.tsx'
import { ThemeButton } from './theme-switch.tsx'

type ShellHeaderProps = {
  title: string
  collapsed: boolean
  onToggle: () => void
  className?: string
}

export function ShellHeader({ title, collapsed, onToggle, className }: ShellHeaderProps) {
  return (
    <header
      className={classes(
        'top-0 z-20 flex h-14 shrink-0 items-center gap-3 border-b border-line bg-paper not-low:sticky md:sticky pr-2 pl-(--page-gutter) md:pr-(--page-gutter) md:pl-3',
        className,
      )}
    >
      <span className="max-md:hidden">
        <IconButton
          label={collapsed ? 'Open the sidebar' : 'Close the sidebar'}
          icon={PanelLeft}
          aria-expanded={!collapsed}
          aria-controls="sidebar"
          onClick={onToggle}
        />
      </span>
      <span className="grid md:hidden">
        <BrandMark />
      </span>
      <p className="line-clamp-2 min-w-0 grow text-sm leading-tight font-medium text-muted">
        {title}
      </p>
      <SearchLauncher />
      <NotificationBell />
      <span className="md:hidden">
        <ThemeButton />
      </span>
    </header>
  )
}
