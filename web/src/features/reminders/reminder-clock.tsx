import type { OwnTimeZone } from '@frontdesk/contract/time-zone'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { timeZonesByRegion } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ownTimeZoneQuery, useChangeTimeZone } from './time-zone.api.ts'

const regions = timeZonesByRegion()
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** By whose clock the person is reminded of what is due. */
export function ReminderClock() {
  const { data, error, refetch } = useQuery(ownTimeZoneQuery)
  return (
    <Section
      title="Your clock"
      description="By it you are reminded of what is due, between 8 in the morning and 8 in the evening, and get your digest. Only you see this."
    >
      {data && <TimeZoneChoice zones={data} />}
      {!data && error && (
        <ErrorPanel title="Failed to load your time zone" onRetry={() => void refetch()}>
          {messageOf(error, 'An error occurred')}
        </ErrorPanel>
      )}
      {!data && !error && <SkeletonLines lines={3} />}
    </Section>
  )
}

function TimeZoneChoice({ zones }: { zones: OwnTimeZone }) {
  const { time_zone: chosen, brokerage_time_zone: brokerage } = zones
  const change = useChangeTimeZone()
  const choose = (zone: string) =>
    change.mutate(zone || null, { onSuccess: () => toast.success('Your time zone was saved') })
  const shown = change.isPending ? change.variables : chosen
  const isOnOffer = regions.some(({ zones: names }) => names.includes(ownZone))
  return (
    <Card className="grid gap-3">
      {change.error && (
        <ErrorPanel title="Failed to save your time zone" onDismiss={() => change.reset()}>
          {messageOf(change.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      <Field label="Time zone">
        <Select
          className="max-w-md"
          value={shown ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">As the brokerage: {nameOf(brokerage)}</option>
          {regions.map(({ region, zones: names }) => (
            <optgroup key={region} label={region}>
              {names.map((zone) => (
                <option key={zone} value={zone}>
                  {nameOf(zone)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {isOnOffer && ownZone !== (shown ?? brokerage) && (
        <div>
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3"
            disabled={change.isPending}
            onClick={() => choose(ownZone)}
          >
            Use {nameOf(ownZone)}, where this browser is
          </Button>
        </div>
      )}
    </Card>
  )
}
