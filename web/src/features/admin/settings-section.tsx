import { useId, type ReactNode } from 'react'

type SettingsSectionProps = { title: string; description: ReactNode; children: ReactNode }

/** What belongs together, with its explanation. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line py-8 first-of-type:pt-0">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-6 max-w-[60ch] text-muted">{description}</p>
      <div className="grid min-w-0 gap-6">{children}</div>
    </section>
  )
}
