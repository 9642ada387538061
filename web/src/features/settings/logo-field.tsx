import { PICTURE_HINT } from '@frontdesk/contract/constants'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChangeLogo } from './admin-settings.api.ts'
import { LogoPicture } from '#web/features/brokerage/brand-logo.tsx'

type LogoFieldProps = { logo: string | null; name: string }

export function LogoField({ logo, name }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const change = useChangeLogo()
  const put = (file: File | null) =>
    change.mutate(file, {
      onSuccess: () => {
        cancel()
        toast.success(file ? 'The logo is up' : 'The logo is taken down')
      },
    })
  return (
    <section aria-label="Logo" className="grid gap-3">
      <p className="font-medium">Logo</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {logo ? (
          <span className="grid min-h-16 min-w-40 place-items-center rounded-md border border-line bg-surface px-4 py-3">
            <LogoPicture src={logo} name={name} />
          </span>
        ) : (
          <span className="grid h-16 w-40 place-items-center rounded-md border border-dashed border-line-strong text-sm text-muted">
            None yet
          </span>
        )}
        {!isAsking && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              icon={ImageUp}
              busy={change.isPending}
              busyLabel="Uploading…"
              onClick={() => input.current?.click()}
            >
              {logo ? 'Change Logo' : 'Upload Logo'}
            </Button>
            {logo && (
              <Button variant="ghost" icon={Trash2} ref={trigger} onClick={ask}>
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      {isAsking && (
        <ConfirmBox
          question="Take the logo down?"
          confirmLabel="Take down"
          busy={change.isPending}
          onConfirm={() => put(null)}
          onCancel={cancel}
        />
      )}
      <p className="text-sm text-muted">
        {PICTURE_HINT}, shown at once to everybody. Wide and with a transparent ground looks best.
      </p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label="Logo"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file can be chosen again.
          event.target.value = ''
          if (file) put(file)
        }}
      />
      {change.error && (
        <ErrorPanel title="The logo was not changed" onDismiss={() => change.reset()}>
          {messageOf(change.error, 'Please try again.')}
        </ErrorPanel>
      )}
    </section>
  )
}
