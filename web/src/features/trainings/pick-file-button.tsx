import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

type PickFileButtonProps = {
  label: string
  icon: LucideIcon
  accept: string
  /** While a file is under way. */
  disabled: boolean
  onPick: (file: File) => void
}

/** Opens the browser's choice of files. */
export function PickFileButton({ label, icon, accept, disabled, onPick }: PickFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasDisabled = useRef(disabled)
  useEffect(() => {
    // The button that cancelled is gone: whoever pressed it goes on from here.
    if (wasDisabled.current && !disabled && document.activeElement === document.body) {
      button.current?.focus()
    }
    wasDisabled.current = disabled
  }, [disabled])
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        icon={icon}
        disabled={disabled}
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
