import type { MailServer } from '@frontdesk/contract/mail-server'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/form-rules.ts'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { RestoredNotice } from '#web/features/editing/item-form.tsx'
import { TheirsNotice } from '#web/features/editing/theirs.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Fact, FactGroup } from '#web/ui/card.tsx'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/account-fields.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import {
  type LoadedMailServer,
  mailProviders,
  type MailServerFormState,
  mailServerQuery,
  type MailServerTexts,
  providerOf,
  useMailServerForm,
} from './use-mail-server-form.ts'

/** Which mail server sends. */
export function MailServerPage() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(mailServerQuery)
  return (
    <SettingsFrame title="Mail">
      <LoadState of={{ data, error, refetch }} failure="Failed to load the mail server" />
      {!error && !isFetchedAfterMount && <SkeletonLines lines={12} />}
      {data && isFetchedAfterMount && (
        <section aria-labelledby="mail-server" className="max-w-2xl">
          <h2 id="mail-server" className="text-xl font-semibold">
            Mail
          </h2>
          <p className="mt-1 mb-6 max-w-[60ch] text-muted">
            By which server invitations, reminders and new passwords go out.
          </p>
          {data.data.source === 'environment' ? (
            <SetByEnvironment server={data.data} />
          ) : (
            <MailServerForm loaded={data} />
          )}
        </section>
      )}
    </SettingsFrame>
  )
}

function SetByEnvironment({ server }: { server: LoadedMailServer['data'] }) {
  return (
    <div className="grid gap-6">
      <p>
        This installation was started with <code>SMTP_URL</code>, which decides. To set mail up
        here, take it out of the server’s settings and start the server again.
      </p>
      <FactGroup title="As it is">
        <Fact term="Server">
          {server.host}, port {server.port}
        </Fact>
        <Fact term="Sends as">
          {server.from_name && `${server.from_name}, `}
          {server.from_address}
        </Fact>
      </FactGroup>
    </div>
  )
}

function MailServerForm({ loaded }: { loaded: LoadedMailServer }) {
  const mail = useMailServerForm(loaded)
  const { state, failures, test } = mail
  const { form, texts } = state
  return (
    <form noValidate onSubmit={(event) => void mail.submit(event)} className="grid gap-6">
      <RestoredNotice state={state} />
      <MailServerNotices server={loaded.data} />
      <TheirsNotice
        of={mail.others}
        title={({ data }) =>
          `${data.updated_by_name ?? 'Somebody else'} saved the mail server meanwhile`
        }
      >
        {({ data }) =>
          `${data.host ?? 'none'}${data.from_address ? `, from ${data.from_address}` : ''}`
        }
      </TheirsNotice>
      <ServerFields form={form} texts={texts} />
      <SignInFields form={form} password={mail.password} isKept={mail.isKept} />
      <SenderFields form={form} />
      {failures.problem && (
        <ErrorPanel title={failures.problem.title} onDismiss={failures.clear}>
          {failures.problem.text}
        </ErrorPanel>
      )}
      {test.data && (
        <Notice tone="success">
          {texts.host} took a mail to {test.data.to}. Look into your mailbox, and into its spam.
        </Notice>
      )}
      <Buttons mail={mail} canRemove={loaded.data.source === 'settings'} />
      <UnsavedDialog
        isDirty={mail.isDirty}
        isSettled={state.isSettled}
        question="What you typed is kept in this tab, all but the password."
      />
    </form>
  )
}

function Buttons({ mail, canRemove }: { mail: MailServerFormState; canRemove: boolean }) {
  const { save, test, isDirty } = mail
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const remove = async () => {
    if (await mail.store(null, 'No mail goes out any more')) cancel()
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          type="submit"
          disabled={!isDirty || test.isPending}
          busy={save.isPending}
          busyLabel="Saving…"
        >
          Save Mail Server
        </Button>
        <Button
          variant="secondary"
          icon={Send}
          disabled={save.isPending}
          busy={test.isPending}
          busyLabel="Sending…"
          onClick={() => void mail.sendTest()}
        >
          Send me a test
        </Button>
        {canRemove && !isAsking && (
          <Button
            variant="ghost"
            ref={trigger}
            disabled={save.isPending || test.isPending}
            onClick={ask}
          >
            Send no mail
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmBox
          question="Take the mail server away? Its password is forgotten, and nobody gets mail."
          confirmLabel="Take away"
          busy={save.isPending}
          onConfirm={() => void remove()}
          onCancel={cancel}
        />
      )}
    </>
  )
}

/** What is worth knowing before one types. */
function MailServerNotices({ server }: { server: MailServer }) {
  return (
    <>
      {server.source === 'none' && (
        <Notice>No mail server is set: nobody gets mail, and links are handed over by hand.</Notice>
      )}
      {server.password_lost && (
        <Notice tone="warning">
          <p className="font-semibold">The password can’t be read on this server.</p>
          <p className="text-muted">
            Its key, <code>secrets.key</code> in the data folder, is not there or is another one.
            Give the password anew; mail that waits goes out then.
          </p>
        </Notice>
      )}
    </>
  )
}

/** Two people set mail up at once: the second decides, and loses nothing. */
type FormProps = { form: UseFormReturn<MailServerTexts> }

/** Where mail is handed over; a provider fills it in. */
function ServerFields({ form, texts }: FormProps & { texts: MailServerTexts }) {
  const { register, formState, setValue, clearErrors } = form
  const { errors } = formState
  const provider = providerOf(texts.host)
  const choose = (id: string) => {
    const chosen = mailProviders.find((one) => one.id === id)
    clearErrors()
    setValue('host', chosen?.host ?? '', { shouldDirty: true })
    if (!chosen) return
    setValue('port', chosen.port, { shouldDirty: true })
    setValue('security', chosen.security, { shouldDirty: true })
  }
  return (
    <>
      <Field
        label="Provider"
        hint={provider?.hint ?? 'A server of your own, or of another provider.'}
      >
        <Select value={provider?.id ?? 'own'} onChange={(event) => choose(event.target.value)}>
          {mailProviders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="own">Another server</option>
        </Select>
      </Field>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field label="Mail server" required error={errors.host?.message}>
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="smtp.example.com"
            {...register('host', { validate: required('Please enter the mail server') })}
          />
        </Field>
        <Field label="Port" required error={errors.port?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            {...register('port', {
              validate: (value) =>
                (/^\d{1,5}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= 65_535) ||
                'Please enter a port',
            })}
          />
        </Field>
      </div>
      <Field label="Encryption" error={errors.security?.message}>
        <Select {...register('security')}>
          <option value="tls">From the start (TLS, mostly port 465)</option>
          <option value="starttls">STARTTLS (mostly port 587)</option>
          <option value="none">None: only for a server in your own network</option>
        </Select>
      </Field>
    </>
  )
}

type SignInFieldsProps = FormProps & Pick<MailServerFormState, 'password' | 'isKept'>

/** As whom; `isKept` where the password before stays if none is typed. */
function SignInFields({ form, password, isKept }: SignInFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field
        label="Sign-in name"
        hint="Mostly the full address. Empty where the server asks for none."
        error={errors.username?.message}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username', { validate: upTo(320) })}
        />
      </Field>
      <Field
        label="Password"
        hint={
          isKept
            ? 'Kept, encrypted. Type one to replace it.'
            : 'Kept encrypted, and shown to nobody.'
        }
        error={password.error}
      >
        <PasswordInput
          autoComplete="new-password"
          placeholder={isKept ? '••••••••' : undefined}
          value={password.value}
          onChange={(event) => password.set(event.target.value)}
        />
      </Field>
    </div>
  )
}

/** As what people see in their mailbox. */
function SenderFields({ form }: FormProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field
        label="From address"
        required
        hint="Most servers send only for addresses that are theirs."
        error={errors.from_address?.message}
      >
        <TextInput
          type="email"
          autoComplete="off"
          {...register('from_address', {
            validate: (value) =>
              /^\S+@\S+$/.test(value.trim()) || 'Please enter a valid email address',
          })}
        />
      </Field>
      <Field
        label="From name"
        hint="Empty for the brokerage’s name."
        error={errors.from_name?.message}
      >
        <TextInput autoComplete="off" {...register('from_name', { validate: upTo(100) })} />
      </Field>
    </div>
  )
}
