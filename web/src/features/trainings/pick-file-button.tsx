import type { LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

type PickFileButtonProps = {
  label: string
  busyLabel: string
  icon: LucideIcon
  accept: string
  busy: boolean
  onPick: (file: File) => void
}

/** Opens the browser's choice of files. */
export function PickFileButton(props: PickFileButtonProps) {
  const { label, busyLabel, icon, accept, busy, onPick } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={icon}
        busy={busy}
        busyLabel={busyLabel}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
    </>
  )
}
