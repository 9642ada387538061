import { accentTokens } from '@frontdesk/contract/accent'
import { PICTURE_HINT } from '@frontdesk/contract/constants'
import type { AdminSettings, SignupMode } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ImageUp, ScrollText, Trash2 } from 'lucide-react'
import { type CSSProperties, useRef } from 'react'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import { LogoPicture } from '#web/features/brokerage/brand-logo.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { required, upTo } from '#web/features/editing/form-rules.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { CallFailure, Notice } from '#web/ui/error-panel.tsx'
import { Choice, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChangeLogo } from './admin-settings.api.ts'
import { ChatSection, RemindersSection, SessionSection, SignInSection } from './rule-sections.tsx'
import { DashboardSection, HelpCardsSection, LegalSection } from './text-sections.tsx'
import { nameOfMode, type SettingsSectionId, signupModes } from './settings-sections.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type SectionFieldsProps = {
  id: SettingsSectionId
  state: SettingsFormState
  /** As they are saved. */
  settings: AdminSettings
}

/** What a section asks. */
export function SectionFields({ id, state, settings }: SectionFieldsProps) {
  switch (id) {
    case 'brokerage':
      return <BrokerageSection state={state} logo={settings.logo} />
    case 'joining':
      return <JoiningSection state={state} serverMode={settings.server_signup_mode} />
    case 'sign-in':
      return (
        <>
          <SignInSection state={state} />
          <SessionSection state={state} />
        </>
      )
    case 'time':
      return <RemindersSection state={state} />
    case 'dashboard':
      return (
        <>
          <DashboardSection state={state} />
          <HelpCardsSection state={state} />
        </>
      )
    case 'chat':
      return <ChatSection state={state} canExport={settings.chat_export_notice !== ''} />
    case 'legal':
      return <LegalSection state={state} brokerage={settings.brokerage_name} />
  }
}

type BrokerageSectionProps = { state: SettingsFormState; logo: string | null }

function BrokerageSection({ state, logo }: BrokerageSectionProps) {
  const { register, formState } = state.form
  return (
    <SettingsSection
      title="Your brokerage"
      description="The name and the look of every page, of mail, and of the sign-in screen."
    >
      <Field
        label="Name of the brokerage"
        required
        error={formState.errors.brokerage_name?.message}
      >
        <TextInput
          autoComplete="organization"
          {...register('brokerage_name', {
            validate: {
              required: required('Please enter the name of the brokerage'),
              long: upTo(100),
            },
          })}
        />
      </Field>
      <LogoField logo={logo} name={state.values.brokerage_name} />
      <AccentField state={state} />
    </SettingsSection>
  )
}

type LogoFieldProps = { logo: string | null; name: string }

function LogoField({ logo, name }: LogoFieldProps) {
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
      <CallFailure of={change} title="The logo was not changed" />
    </section>
  )
}

/** Evergreen, as in tokens.css. */
const OUR_ACCENT = '#1b5a45'

const HEX = /^#[\da-f]{6}$/i

function AccentField({ state }: { state: SettingsFormState }) {
  const { form, values } = state
  const chosen = HEX.test(values.accent) ? values.accent.toLowerCase() : null
  const choose = (accent: string) =>
    form.setValue('accent', accent, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="grid gap-4">
      <Field
        label="Accent color"
        optional
        hint={hintFor(chosen)}
        error={form.formState.errors.accent?.message}
      >
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label="Pick a color"
            value={chosen ?? OUR_ACCENT}
            onChange={(event) => choose(event.target.value)}
            className="h-10 w-14 shrink-0 cursor-pointer rounded-md border border-line-control bg-surface p-1 pointer-coarse:h-11"
          />
          <TextInput
            className="w-36! font-mono"
            placeholder={OUR_ACCENT}
            spellCheck={false}
            autoComplete="off"
            {...form.register('accent', {
              validate: (value) =>
                value === '' || HEX.test(value) || 'Please write the color like #1b5a45',
            })}
          />
          {values.accent !== '' && (
            <Button variant="ghost" onClick={() => choose('')}>
              Use evergreen
            </Button>
          )}
        </div>
      </Field>
      <AccentPreview accent={chosen} name={values.brokerage_name} />
    </div>
  )
}

/** What is made of the colour, so that nobody wonders why it is not quite the one chosen. */
function hintFor(chosen: string | null): string {
  if (!chosen) return 'Evergreen, until you choose your own.'
  const { light } = accentTokens(chosen).accent ?? { light: chosen }
  if (light === chosen) return 'Easy to read on paper. In the dark, lighter shades of it are used.'
  return `Too light to be read on paper: text and buttons use ${light}, a darker shade of it.`
}

type AccentPreviewProps = { accent: string | null; name: string }

/** The colour as it will be, on paper and in the dark. A picture: nothing in it can be pressed. */
function AccentPreview({ accent, name }: AccentPreviewProps) {
  return (
    <figure aria-label="How the color looks in both themes" className="grid gap-3 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          aria-hidden="true"
          style={styleFor(theme, accent)}
          className="grid gap-3 overflow-hidden rounded-lg border border-line bg-paper p-3 text-ink"
        >
          <div className="rounded-md bg-accent-ground px-4 py-3 text-on-accent">
            <p className="truncate text-sm text-on-accent/80">{name || 'Your brokerage'}</p>
            <p className="text-lg font-semibold">Good morning</p>
          </div>
          <p className="flex h-9 items-center gap-2.5 rounded-md bg-accent-soft px-3 font-medium text-accent">
            <ScrollText className="size-4.5" aria-hidden="true" />
            Policies
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <span className="inline-flex h-9 items-center rounded-md bg-accent-fill px-4 font-medium text-on-accent">
              Save
            </span>
            <span className={textLink}>A link in a text</span>
          </div>
        </div>
      ))}
    </figure>
  )
}

/** The tokens of one theme, whatever the page around it shows. */
function styleFor(theme: 'light' | 'dark', accent: string | null): CSSProperties {
  const tokens = accent === null ? [] : Object.entries(accentTokens(accent))
  const properties = tokens.map(([name, { light, dark }]) => [
    `--${name}`,
    `light-dark(${light}, ${dark})`,
  ])
  return { colorScheme: theme, ...Object.fromEntries(properties) }
}

type JoiningSectionProps = { state: SettingsFormState; serverMode: SignupMode }

function JoiningSection({ state, serverMode }: JoiningSectionProps) {
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
        <Link to="/people/invite" hash="join-links" className={`font-medium ${textLink}`}>
          join links
        </Link>{' '}
        with a code to scan, whatever is chosen here.
      </p>
    </SettingsSection>
  )
}
