import { accentTokens } from '@frontdesk/contract/accent'
import { ScrollText } from 'lucide-react'
import type { CSSProperties } from 'react'

type AccentPreviewProps = { accent: string | null; name: string }

/** The colour as it will be, on paper and in the dark. A picture: nothing in it can be pressed. */
export function AccentPreview({ accent, name }: AccentPreviewProps) {
  return (
    <figure aria-label="How the color looks in both themes" className="grid gap-3 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          aria-hidden="true"
          style={styleFor(theme, accent)}
          className="grid gap-3 overflow-hidden rounded-lg border border-line bg-paper p-3 text-ink"
        >
          <div className="rounded-md bg-accent-ground px-4 py-3 text-on-accent">
            <p className="truncate text-sm text-on-accent/80">{name || 'Your brokerage'}</p>
            <p className="text-lg font-semibold">Good morning</p>
          </div>
          <p className="flex h-9 items-center gap-2.5 rounded-md bg-accent-soft px-3 font-medium text-accent">
            <ScrollText className="size-4.5" aria-hidden="true" />
            Policies
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <span className="inline-flex h-9 items-center rounded-md bg-accent-fill px-4 font-medium text-on-accent">
              Save
            </span>
            <span className="text-accent underline underline-offset-3">A link in a text</span>
          </div>
        </div>
      ))}
    </figure>
  )
}

/** The tokens of one theme, whatever the page around it shows. */
function styleFor(theme: 'light' | 'dark', accent: string | null): CSSProperties {
  const tokens = accent === null ? [] : Object.entries(accentTokens(accent))
  const properties = tokens.map(([name, { light, dark }]) => [
    `--${name}`,
    `light-dark(${light}, ${dark})`,
  ])
  return { colorScheme: theme, ...Object.fromEntries(properties) }
}
