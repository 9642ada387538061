import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'

type ToastShelfProps = {
  onReady: (present: (ask: (show: typeof sonner) => void) => void) => void
}

export function ToastShelf({ onReady }: ToastShelfProps) {
  // A parent's effects run after its children's: by now Sonner listens.
  useEffect(() => onReady((ask) => ask(sonner)), [onReady])
  return (
    <Sonner
      position="bottom-right"
      offset={{ bottom: 'calc(var(--bottom-bar) + var(--foot-bar) + 1.5rem)', right: 24 }}
      mobileOffset={{
        bottom: 'var(--message-bottom, calc(var(--bottom-bar) + var(--foot-bar) + 1rem))',
        left: 16,
        right: 16,
      }}
      gap={10}
      icons={{
        success: <CircleCheck className="size-4.5 text-success" />,
        error: <CircleAlert className="size-4.5 text-danger" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full font-sans items-center gap-3 rounded-lg border border-line bg-raised py-3 pr-3 pl-4 text-base text-ink shadow-raised sm:w-88',
          content: 'min-w-0 grow',
          actionButton:
            'h-8 shrink-0 rounded-md border border-line-strong bg-surface px-3 text-sm font-medium hover:bg-hover',
          cancelButton:
            'h-8 shrink-0 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-ink',
        },
      }}
    />
  )
}
