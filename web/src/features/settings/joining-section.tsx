import type { SignupMode } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Notice } from '#web/ui/error-panel.tsx'
import { Choice, Field, TextArea } from '#web/ui/field.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import { nameOfMode, signupModes } from './signup-modes.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type JoiningSectionProps = { state: SettingsFormState; serverMode: SignupMode }

export function JoiningSection({ state, serverMode }: JoiningSectionProps) {
  const { form, values } = state
  const { register, formState, setValue } = form
  const { data: settings } = useQuery(publicSettings)
  const chosen = values.signup_mode === 'server' ? serverMode : values.signup_mode
  const asServer = {
    value: 'server' as const,
    label: 'As the server was set up',
    hint: `SIGNUP_MODE says: ${nameOfMode(serverMode).toLowerCase()}.`,
  }
  return (
    <SettingsSection
      title="Joining"
      description="Who may open an account. Whoever is invited can always join."
    >
      <Choice
        legend="Who may join"
        hideLegend
        options={[...signupModes, asServer]}
        value={values.signup_mode}
        error={formState.errors.signup_mode?.message}
        onChange={(mode) => setValue('signup_mode', mode, { shouldDirty: true })}
      />
      {values.signup_mode === 'domains' && (
        <Field
          label="Email domains"
          required
          hint="One on a line, such as example.com."
          error={formState.errors.signup_domains?.message}
        >
          <TextArea rows={3} autogrow spellCheck={false} {...register('signup_domains')} />
        </Field>
      )}
      {chosen === 'domains' && settings?.sends_mail === false && (
        <Notice tone="warning">
          This choice needs a mail server, which is not set (see Mail): nobody can confirm a work
          address. Until then you approve new people yourself, under People.
        </Notice>
      )}
      <p className="text-muted">
        For an office at once there are{' '}
        <Link
          to="/people/invite"
          hash="join-links"
          className="rounded-sm font-medium text-accent underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          join links
        </Link>{' '}
        with a code to scan, whatever is chosen here.
      </p>
    </SettingsSection>
  )
}
