import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Checklist, progressOf } from './checklist.tsx'
import { firstStepsQuery, useSayFirstSteps } from './first-steps.api.ts'

/** On the dashboard of a new installation, for its admins; the page around it waits for what it shows. */
export function FirstStepsCard() {
  const { data, error, refetch } = useQuery(firstStepsQuery)
  const say = useSayFirstSteps()
  if (!data) {
    return (
      error && (
        <ErrorPanel title="Failed to load the first steps" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )
    )
  }
  const isAllDone = data.steps.every(({ done }) => done)
  const dismiss = () =>
    say.mutate(
      { dismissed: true },
      {
        onSuccess: () =>
          toast.undo('The first steps are under Settings from now on', () =>
            say.mutate({ dismissed: false }),
          ),
        onError: (failure) => toast.error(failureOf(failure, 'The first steps are still here')),
      },
    )
  return (
    <Section
      title={isAllDone ? 'Your front desk is ready' : 'First steps'}
      description={progressOf(data.steps)}
      actions={
        <Button
          variant={isAllDone ? 'secondary' : 'ghost'}
          size="sm"
          icon={X}
          busy={say.isPending && say.variables.dismissed === true}
          onClick={dismiss}
        >
          Put away
        </Button>
      }
    >
      <Checklist steps={data.steps} />
    </Section>
  )
}
