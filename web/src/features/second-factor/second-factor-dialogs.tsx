import { useState } from 'react'
import { useRefresh } from '#web/lib/query-client.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRemoveSecondFactor, useRenewRecoveryCodes } from './second-factor.api.ts'
import { SetUpSteps, PasswordStep, RecoveryCodes } from './set-up-page.tsx'

export type SecondFactorStep = 'set-up' | 'codes' | 'off'

type SecondFactorDialogProps = { step: SecondFactorStep; onClose: () => void }

export function SecondFactorDialog({ step, onClose }: SecondFactorDialogProps) {
  if (step === 'set-up') return <SetUpDialog onClose={onClose} />
  return step === 'codes' ? <CodesDialog onClose={onClose} /> : <OffDialog onClose={onClose} />
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh('me')
  // However it is closed: from the second step on something has changed.
  const close = () => {
    void refresh()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Set up a second factor"
      description="A code of your phone beside the password."
    >
      <SetUpSteps onDone={close} />
    </Dialog>
  )
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const renewal = useRenewRecoveryCodes()
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New recovery codes"
      description={codes ? undefined : 'The codes that you have now open nothing any more.'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          work={renewal}
          failure="Failed to make new codes"
          label="Make New Codes"
          busyLabel="Making…"
          onDone={(answer) => setCodes(answer.recovery_codes)}
        />
      )}
    </Dialog>
  )
}

function OffDialog({ onClose }: { onClose: () => void }) {
  const removal = useRemoveSecondFactor()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Switch the second factor off?"
      description="From then on the password alone lets you in. Recovery codes and trusted browsers end."
      size="sm"
    >
      <PasswordStep
        work={removal}
        failure="Failed to switch it off"
        label="Switch Off"
        busyLabel="Switching off…"
        danger
        onDone={() => {
          onClose()
          toast.success('The second factor is switched off.')
        }}
      />
    </Dialog>
  )
}
