import type { AdminChat } from '@frontdesk/contract/chat'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import { rolePlurals, roles } from '#web/lib/account-words.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { late } from '#web/lib/late.ts'
import { timeZonesByRegion } from '#web/lib/time-zones.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { CallFailure, ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSignEverybodyOut } from './admin-settings.api.ts'
import type { SettingsFormState } from './use-settings-form.ts'

export function SignInSection({ state }: { state: SettingsFormState }) {
  const { form, values } = state
  const { register, formState, setValue } = form
  const { second_factor_roles: needed } = values
  return (
    <SettingsSection
      title="Second factor"
      description="A code of one’s phone beside the password. Anybody can set one up under Profile, Security; here you say who has to."
    >
      <fieldset className="grid min-w-0 gap-2.5">
        <legend className="mb-2 font-medium">Who needs one</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={rolePlurals[role]}
            checked={needed.includes(role)}
            onChange={({ target: { checked } }) =>
              setValue(
                'second_factor_roles',
                // In one order, so that the same choice is the same value.
                roles.filter((one) => (one === role ? checked : needed.includes(one))),
                { shouldDirty: true },
              )
            }
          />
        ))}
      </fieldset>
      {needed.length > 0 && (
        <Field
          label="Days to set it up"
          hint="From now on, and for whoever gets such a role from that day. After that a sign-in leads to setting it up, and nothing else opens."
          error={formState.errors.second_factor_grace_days?.message}
        >
          <TextInput
            inputMode="numeric"
            className="max-w-28"
            maxLength={3}
            {...register('second_factor_grace_days')}
          />
        </Field>
      )}
      <p className="text-muted">
        If an administrator is locked out, whoever runs the server lets them in with{' '}
        <code className="font-mono text-ink">npm run admin -- reset-second-factor</code>.
      </p>
    </SettingsSection>
  )
}

/** How long people stay signed in, and what ends that for all of them. */
export function SessionSection({ state }: { state: SettingsFormState }) {
  const { register, formState } = state.form
  const { errors } = formState
  return (
    <SettingsSection
      title="Staying signed in"
      description="Who does nothing for so long signs in again. A shorter time counts at once, also for those who are signed in."
    >
      <Field
        label="Days without use, where remembered"
        hint="For those who tick “Remember me”. After 180 days they sign in again in any case."
        error={errors.session_days?.message}
      >
        <TextInput
          inputMode="numeric"
          className="max-w-28"
          maxLength={3}
          {...register('session_days')}
        />
      </Field>
      <Field
        label="Hours without use, otherwise"
        hint="After 7 days they sign in again in any case."
        error={errors.session_hours?.message}
      >
        <TextInput
          inputMode="numeric"
          className="max-w-28"
          maxLength={3}
          {...register('session_hours')}
        />
      </Field>
      <SignEverybodyOut />
    </SettingsSection>
  )
}

/** For the day on which something got out. */
function SignEverybodyOut() {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const ending = useSignEverybodyOut()
  const end = async () => {
    try {
      const { ended } = await ending.mutateAsync()
      cancel()
      toast.success(
        ended === 0
          ? 'Nobody else was signed in.'
          : `Everybody else is signed out: ${ended === 1 ? 'one session' : `${ended} sessions`}.`,
      )
    } catch {
      // The panel below says why.
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <ConfirmBox
          question="Sign everybody out, on every device but this one?"
          confirmLabel="Sign everybody out"
          busy={ending.isPending}
          busyLabel="Signing out…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      ) : (
        <Button variant="secondary" icon={LogOut} ref={trigger} onClick={ask}>
          Sign Everybody Out…
        </Button>
      )}
      <CallFailure of={ending} title="Failed to sign everybody out" brief />
    </div>
  )
}

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

const Dialog = late(() => import('#web/ui/dialog.tsx'), 'Dialog')

type ChatSectionProps = {
  state: SettingsFormState
  /** Whether members are told of exports already, as it is saved. */
  canExport: boolean
}

export function ChatSection({ state, canExport }: ChatSectionProps) {
  const { register, formState } = state.form
  const [isExporting, setIsExporting] = useState(false)
  return (
    <SettingsSection
      title="Conversations"
      description="How long messages are kept, and whether conversations leave this place."
    >
      <Field
        label="Keep messages"
        hint="What is older goes every night, for good. The audit trail says how many messages went."
        error={formState.errors.chat_retention_years?.message}
      >
        <Select {...register('chat_retention_years')}>
          <option value="">For ever</option>
          <option value="1">For 1 year</option>
          <option value="3">For 3 years</option>
          <option value="7">For 7 years</option>
        </Select>
      </Field>
      <Field
        label="What members are told of exports"
        hint="Shown in every conversation. Admins can export conversations only while something stands here."
        error={formState.errors.chat_export_notice?.message}
      >
        <TextArea rows={3} {...register('chat_export_notice')} />
      </Field>
      {canExport && (
        <div>
          <Button variant="secondary" icon={Download} onClick={() => setIsExporting(true)}>
            Export a conversation
          </Button>
        </div>
      )}
      {isExporting && (
        <Suspense>
          <Dialog
            open
            onOpenChange={setIsExporting}
            title="Export a conversation"
            description="As CSV, with everything that was said. The audit trail keeps who exported what."
          >
            <ConversationsToExport />
          </Dialog>
        </Suspense>
      )}
    </SettingsSection>
  )
}

const adminChatsQuery = queryOptions({
  queryKey: ['chats', 'admin'],
  queryFn: ({ signal }) => call('GET /admin/chats', { signal }),
})

function ConversationsToExport() {
  const { data, error, refetch } = useQuery(adminChatsQuery)
  if (error) {
    return (
      <ErrorPanel onRetry={() => void refetch()}>
        {messageOf(error, 'Failed to load conversations')}
      </ErrorPanel>
    )
  }
  if (!data) return <SkeletonLines lines={5} />
  return (
    <ul className="divide-y divide-line">
      {data.map((chat) => (
        <li key={chat.id} className="flex items-center gap-3 py-2.5">
          <div className="min-w-0 grow">
            <p className="truncate font-medium">{chat.title}</p>
            <p className="text-sm text-muted">
              {chat.last_number === 1 ? '1 message' : `${chat.last_number} messages`}
              {chat.last_message_at && (
                <>
                  , the last <RelativeTime iso={chat.last_message_at} />
                </>
              )}
            </p>
          </div>
          <IconButton
            label={`Export ${chat.title}`}
            icon={Download}
            onClick={() => void exportChat(chat)}
          />
        </li>
      ))}
    </ul>
  )
}

async function exportChat({ id }: AdminChat) {
  try {
    const { blob, filename } = await download('GET /admin/chats/:id/messages.csv', {
      params: { id },
    })
    saveAs(blob, filename)
  } catch (error) {
    toast.error(messageOf(error, 'The conversation could not be exported'))
  }
}
