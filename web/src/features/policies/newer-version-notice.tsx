import type { Policy } from '@frontdesk/contract/policies'
import { useEffect, useRef, useState } from 'react'
import { TextComparison } from '#web/features/editing/text-comparison.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

type NewerVersionNoticeProps = {
  shown: Policy
  newer: Policy | undefined
  before: Policy | undefined
  onTurn: (policy: Policy) => void
}

/** Says that the text changed while it was being read, before and after turning to the new one. */
export function NewerVersionNotice({ shown, newer, before, onTurn }: NewerVersionNoticeProps) {
  if (newer) {
    return (
      // It arrives while somebody reads: it has to be seen from anywhere in the text.
      <div data-print="no" className="z-10 mb-6 not-low:sticky not-low:top-16">
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="sm" onClick={() => onTurn(newer)}>
              Show version {newer.version}
            </Button>
          }
        >
          {newer.last_updated_by_name ?? 'Somebody'} published version {newer.version} while you
          were reading version {shown.version}.
        </Notice>
      </div>
    )
  }
  if (before && before.version !== shown.version) {
    return <TurnedNotice key={shown.version} shown={shown} before={before} />
  }
  return null
}

function TurnedNotice({ shown, before }: { shown: Policy; before: Policy }) {
  const [compares, setCompares] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  // The reader may have been at the end of the text, where the button is.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [])
  return (
    <div ref={panel} tabIndex={-1} data-print="no" className="mb-6 grid gap-4">
      <Notice
        tone="warning"
        action={
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={compares}
            onClick={() => setCompares(!compares)}
          >
            {compares ? 'Hide the changes' : 'Show the changes'}
          </Button>
        }
      >
        This text changed while you were reading version {before.version}. Below is version{' '}
        {shown.version}.
      </Notice>
      {compares && (
        <TextComparison
          caption={`Version ${before.version} beside version ${shown.version}`}
          before={{
            label: `Version ${before.version}`,
            title: before.title,
            content: before.content,
          }}
          after={{ label: `Version ${shown.version}`, title: shown.title, content: shown.content }}
        />
      )}
    </div>
  )
}
