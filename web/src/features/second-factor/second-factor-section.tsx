import type { SecondFactor, TrustedBrowser } from '@frontdesk/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Monitor, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { SecondFactorStep } from './second-factor-dialogs.tsx'
import { secondFactorQuery, useEndTrustedBrowser } from './second-factor.api.ts'

const SecondFactorDialog = late(() => import('./second-factor-dialogs.tsx'), 'SecondFactorDialog')

/** So few recovery codes that new ones should be made. */
const FEW = 3

export function SecondFactorSection() {
  const { data: factor, error, refetch } = useQuery(secondFactorQuery)
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  return (
    <Section
      title="Second factor"
      description="A code that your phone shows, beside the password: whoever finds out the password still can’t sign in."
    >
      <LoadState
        of={{ data: factor, error, refetch }}
        failure="Failed to load the second factor"
        waiting={<SkeletonLines lines={2} />}
      />
      {factor &&
        (factor.on ? <IsOn factor={factor} onStep={setStep} /> : <IsOff onStep={setStep} />)}
      {step && (
        <Suspense>
          <SecondFactorDialog step={step} onClose={() => setStep(null)} />
        </Suspense>
      )}
    </Section>
  )
}

type OnStep = { onStep: (step: SecondFactorStep) => void }

function IsOff({ onStep }: OnStep) {
  const { due_at: due } = useUser().second_factor
  return (
    <div className="grid justify-items-start gap-4">
      {due && (
        <Notice tone="warning">
          Your role needs one. Please set it up by {formatDate(due)}: after that nothing else opens.
        </Notice>
      )}
      <Button icon={ShieldCheck} onClick={() => onStep('set-up')}>
        Set Up…
      </Button>
    </div>
  )
}

function IsOn({ factor, onStep }: OnStep & { factor: SecondFactor }) {
  const { recovery_codes_left: left, trusted_browsers: browsers } = factor
  return (
    <div className="grid gap-5">
      <p className="flex items-start gap-2.5">
        <ShieldCheck className="mt-[0.15em] size-4.5 shrink-0 text-success" aria-hidden="true" />
        <span>
          On since {formatDate(factor.enabled_at)}.{' '}
          {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
        </span>
      </p>
      {left < FEW && (
        <Notice tone="warning">
          Make new recovery codes before the last one is used: they are the way in when your phone
          is gone.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onStep('codes')}>
          New Recovery Codes…
        </Button>
        <Button variant="secondary" onClick={() => onStep('set-up')}>
          Set Up on Another Phone…
        </Button>
        <Button variant="secondary" onClick={() => onStep('off')}>
          Switch Off…
        </Button>
      </div>
      {browsers.length > 0 && (
        <div>
          <h3 className="mb-2 font-semibold">Browsers that are asked for no code</h3>
          <ul
            aria-label="Trusted browsers"
            className="divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {browsers.map((browser) => (
              <TrustedRow key={browser.id} browser={browser} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function TrustedRow({
  browser: { id, browser, ip, expires_at: until },
}: {
  browser: TrustedBrowser
}) {
  const ending = useEndTrustedBrowser()
  const end = async () => {
    try {
      // Awaited, because this row goes with its browser.
      await ending.mutateAsync(id)
      toast.success(`A code is asked for again: ${browser}.`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to end the trust'))
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Monitor className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-40 grow">
        <p className="font-medium">{browser}</p>
        <p className="text-sm text-muted">
          {ip} · until {formatDate(until)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Trust ${browser} no longer`}
        busy={ending.isPending}
        onClick={() => void end()}
      >
        Trust no longer
      </Button>
    </li>
  )
}
