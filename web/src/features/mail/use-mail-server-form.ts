import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { MailSecurity, MailServer } from '@frontdesk/contract/mail-server'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTextsForm } from '#web/features/editing/item-form.tsx'
import { useTheirs } from '#web/features/editing/theirs.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'
import { hasTexts } from '#web/lib/kept-text.ts'
import { toast } from '#web/ui/toast.tsx'

type MailServerBody = Input<Api['PUT /admin/mail-server']['body']>

/** The mail server with the `ETag` that a save of it has to name. */
export type LoadedMailServer = { data: MailServer; etag: string | null }

/** Which mail server sends; never its password. */
export const mailServerQuery = queryOptions({
  queryKey: ['mails', 'server'],
  queryFn: ({ signal }) => callForPage('GET /admin/mail-server', { signal }),
  // Editing begins on what the server has now.
  staleTime: 0,
})

type Change = { body: MailServerBody | null; etag: string | null }

/** Names the mail server, or none with `null`. */
function useSaveMailServer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, etag }: Change): Promise<LoadedMailServer> => {
      const headers = ifMatch(etag)
      return body
        ? callForPage('PUT /admin/mail-server', { body, headers })
        : callForPage('DELETE /admin/mail-server', { headers })
    },
    onSuccess: async ({ data, etag }) => {
      const loaded = { data, etag, nextCursor: null, more: false, total: null }
      client.setQueryData(mailServerQuery.queryKey, loaded)
      await client.invalidateQueries({ queryKey: ['settings'] })
      await client.invalidateQueries({ queryKey: ['mails', 'setup'] })
    },
  })
}

/** Has a mail sent to oneself by what is typed. */
const useTestMail = () =>
  useMutation({
    mutationFn: (body: MailServerBody) => call('POST /admin/mail-server/test', { body }),
  })

type MailProvider = {
  id: string
  name: string
  host: string
  port: string
  security: MailSecurity
  /** What people stumble over there. */
  hint: string
}

/** What the usual providers say of themselves. */
export const mailProviders: readonly MailProvider[] = [
  {
    id: 'google',
    name: 'Google Workspace',
    host: 'smtp.gmail.com',
    port: '465',
    security: 'tls',
    hint: 'Sign in with the full address and an app password, which Google makes for accounts with 2-step verification.',
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: '587',
    security: 'starttls',
    hint: 'Sign in with the full address. “Authenticated SMTP” has to be allowed for that mailbox in the Microsoft 365 admin center.',
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    host: 'smtp.fastmail.com',
    port: '465',
    security: 'tls',
    hint: 'Sign in with the full address and an app password made for SMTP, under Settings, Privacy & Security.',
  },
  {
    id: 'zoho',
    name: 'Zoho Mail',
    host: 'smtppro.zoho.com',
    port: '465',
    security: 'tls',
    hint: 'Sign in with the full address, and an app password where two-factor is on. Accounts in Europe have smtppro.zoho.eu.',
  },
  {
    id: 'ses',
    name: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: '587',
    security: 'starttls',
    hint: 'Use the SMTP credentials that SES makes, not an access key. The region stands in the server’s name, and the sender has to be verified.',
  },
]

/** Whose server this is; undefined where it is none of those. */
export function providerOf(host: string): MailProvider | undefined {
  const name = host.trim().toLowerCase()
  if (/^email-smtp\..+\.amazonaws\.com$/.test(name)) {
    return mailProviders.find(({ id }) => id === 'ses')
  }
  if (/^smtp(pro)?\.zoho\.[a-z.]+$/.test(name)) return mailProviders.find(({ id }) => id === 'zoho')
  return mailProviders.find((provider) => provider.host === name)
}

/** What the form holds beside the password, which no browser keeps. */
export type MailServerTexts = {
  host: string
  port: string
  security: MailSecurity
  username: string
  from_address: string
  from_name: string
}

const names = ['host', 'port', 'security', 'username', 'from_address', 'from_name'] as const

/** As the form shows it. */
export const textsOf = (server: MailServer): MailServerTexts => ({
  host: server.host ?? '',
  port: server.port === null ? '587' : String(server.port),
  security: server.security ?? 'starttls',
  username: server.username ?? '',
  from_address: server.from_address ?? '',
  from_name: server.from_name ?? '',
})

export const sameTexts = (one: MailServerTexts, other: MailServerTexts) =>
  names.every((name) => one[name].trim() === other[name].trim())

/** Whether something kept is such a form. */
export const isTexts = (value: unknown): value is MailServerTexts =>
  hasTexts(value, names) && ['tls', 'starttls', 'none'].includes(value.security)

/** As the API takes it; without a password the one before stays. */
export const bodyOf = (texts: MailServerTexts, password: string): MailServerBody => ({
  ...texts,
  port: Number(texts.port),
  ...(password !== '' && { password }),
})

/** Whether the password before can stay: it is kept for one server and name. */
export const keepsPassword = (texts: MailServerTexts, server: MailServer) =>
  server.has_password &&
  !server.password_lost &&
  (['host', 'port', 'security', 'username'] as const).every(
    (name) => texts[name].trim() === textsOf(server)[name],
  )

const savedIn = ({ data, etag }: LoadedMailServer) => ({ texts: textsOf(data), etag })

/** The form's state, and what can be done with it. */
export function useMailServerForm(loaded: LoadedMailServer) {
  const state = useTextsForm({
    what: 'mail-server',
    id: null,
    saved: savedIn(loaded),
    isTexts,
    sameTexts,
    shouldFocusError: true,
  })
  const { form, texts, base, setBase, fill } = state
  const { password, failures } = useBesideTheTexts()
  const save = useSaveMailServer()
  const test = useTestMail()

  const accept = (newest: LoadedMailServer) => {
    const next = savedIn(newest)
    fill(next.texts)
    setBase(next)
    password.set('')
  }
  const others = useTheirs(mailServerQuery, {
    keepMine: (newest) => setBase(savedIn(newest)),
    takeTheirs: accept,
  })
  const begin = () => {
    failures.clear()
    test.reset()
  }
  /** Saves, or takes the server away with `null`; says whether it did. */
  const store = async (body: MailServerBody | null, said: string): Promise<boolean> => {
    begin()
    try {
      accept(await save.mutateAsync({ body, etag: base.etag }))
      toast.success(said)
      return true
    } catch (error) {
      if (!(await others.find(error))) {
        failures.show('The mail server was not saved', error, form.setError)
      }
      return false
    }
  }
  const submit = form.handleSubmit(async (values) => {
    await store(bodyOf(values, password.value), 'Mail goes out by this server from now on')
  })
  const sendTest = form.handleSubmit(async (values) => {
    begin()
    await test
      .mutateAsync(bodyOf(values, password.value))
      .catch((error: unknown) => failures.show('The test mail was not sent', error, form.setError))
  })
  const isDirty = state.isDirty || password.value !== ''
  const isKept = keepsPassword(texts, loaded.data)
  return {
    state,
    password,
    isKept,
    isDirty,
    failures,
    others,
    save,
    test,
    store,
    submit,
    sendTest,
  }
}

export type MailServerFormState = ReturnType<typeof useMailServerForm>

/** The password apart from the texts, which are kept in the tab, and what went wrong. */
function useBesideTheTexts() {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null)
  const clear = () => {
    setProblem(null)
    setError(undefined)
  }
  /** Puts the server's sentences beside their fields, and the whole above the buttons. */
  const show = (
    title: string,
    failure: unknown,
    mark: (name: keyof MailServerTexts, error: { message: string }) => void,
  ) => {
    const { password, ...others } = (failure instanceof ApiError && failure.fields) || {}
    setError(password)
    for (const [name, message] of Object.entries(others)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server names the form's fields
      mark(name as keyof MailServerTexts, { message })
    }
    setProblem({ title, text: messageOf(failure, 'Please try again.') })
  }
  const set = (next: string) => {
    setValue(next)
    setError(undefined)
  }
  return { password: { value, error, set }, failures: { problem, clear, show } }
}
