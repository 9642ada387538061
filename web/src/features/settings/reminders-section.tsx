import { timeZonesByRegion } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select, TextInput } from '#web/ui/field.tsx'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const regions = timeZonesByRegion()
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function RemindersSection({ state }: { state: SettingsFormState }) {
  const { form, values } = state
  const { register, formState, setValue } = form
  const offersOwn =
    ownZone !== values.time_zone && regions.some(({ zones }) => zones.includes(ownZone))
  return (
    <SettingsSection
      title="Dates and reminders"
      description="When a day begins and ends for what is due, and whether people are reminded of it."
    >
      <Field label="Time zone" error={formState.errors.time_zone?.message}>
        <Select {...register('time_zone')}>
          {regions.map(({ region, zones }) => (
            <optgroup key={region} label={region}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {offersOwn && (
        <div className="-mt-3">
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3"
            onClick={() => setValue('time_zone', ownZone, { shouldDirty: true })}
          >
            Use {ownZone.replaceAll('_', ' ')}, where this browser is
          </Button>
        </div>
      )}
      <Checkbox
        label="Remind people by mail"
        hint="Before something is due, on the day, and weekly after it."
        {...register('reminders')}
      />
      {values.reminders && (
        <Field
          label="Days overdue until managers are told"
          optional
          hint="Managers of the person’s teams get one mail about it. Empty: nobody is told."
          error={formState.errors.escalate_after_days?.message}
        >
          <TextInput
            inputMode="numeric"
            className="max-w-28"
            maxLength={3}
            {...register('escalate_after_days')}
          />
        </Field>
      )}
    </SettingsSection>
  )
}
