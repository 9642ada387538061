import { useQuery } from '@tanstack/react-query'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { firstStepsQuery, useSayFirstSteps } from './dashboard.api.ts'
import { Checklist, progressOf } from './first-steps.tsx'

/** The first steps after they were put away from the dashboard, and the way back there. */
export function FirstStepsPage() {
  const { data, error, refetch } = useQuery(firstStepsQuery)
  const say = useSayFirstSteps()
  const show = (dismissed: boolean) =>
    say.mutate(
      { dismissed },
      { onError: (failure) => toast.error(failureOf(failure, 'This was not kept')) },
    )
  return (
    <SettingsFrame title="First steps">
      <div className="max-w-3xl">
        <LoadState
          of={{ data, error, refetch }}
          failure="Failed to load the first steps"
          waiting={<SkeletonLines lines={14} />}
        />
        {data && (
          <Section
            title="First steps"
            description={progressOf(data.steps)}
            actions={
              <Button
                variant="secondary"
                size="sm"
                busy={say.isPending && say.variables.dismissed !== undefined}
                onClick={() => show(!data.dismissed)}
              >
                {data.dismissed ? 'Show on the dashboard' : 'Put away from the dashboard'}
              </Button>
            }
          >
            <Checklist steps={data.steps} />
          </Section>
        )}
      </div>
    </SettingsFrame>
  )
}
