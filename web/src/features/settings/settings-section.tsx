import { useId, type ReactNode } from 'react'

type SettingsSectionProps = { title: string; description: ReactNode; children: ReactNode }

/** What belongs together, its explanation beside it. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-b border-line py-9 first-of-type:pt-2 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-[52ch] text-muted">{description}</p>
      </div>
      <div className="grid max-w-2xl min-w-0 gap-6">{children}</div>
    </section>
  )
}
