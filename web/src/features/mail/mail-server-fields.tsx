import type { UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { mailProviders, providerOf } from './mail-providers.ts'
import type { MailServerTexts } from './mail-server-texts.ts'
import type { MailServerFormState } from './use-mail-server-form.ts'

type FormProps = { form: UseFormReturn<MailServerTexts> }

/** Where mail is handed over; a provider fills it in. */
export function ServerFields({ form, texts }: FormProps & { texts: MailServerTexts }) {
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
export function SignInFields({ form, password, isKept }: SignInFieldsProps) {
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
export function SenderFields({ form }: FormProps) {
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
