import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTextsForm } from '#web/features/editing/use-texts-form.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  mailServerQuery,
  useSaveMailServer,
  useTestMail,
  type LoadedMailServer,
  type MailServerBody,
} from './mail-server.api.ts'
import {
  bodyOf,
  isTexts,
  keepsPassword,
  sameTexts,
  textsOf,
  type MailServerTexts,
} from './mail-server-texts.ts'

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
  const [theirs, setTheirs] = useState<LoadedMailServer | null>(null)
  const client = useQueryClient()
  const save = useSaveMailServer()
  const test = useTestMail()

  const accept = (newest: LoadedMailServer) => {
    const next = savedIn(newest)
    fill(next.texts)
    setBase(next)
    password.set('')
    setTheirs(null)
  }
  const keepMine = (newest: LoadedMailServer) => {
    setBase(savedIn(newest))
    setTheirs(null)
  }
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
      const isConflict = error instanceof ApiError && error.code === 'edit_conflict'
      const newest = isConflict && (await client.fetchQuery(mailServerQuery).catch(() => null))
      if (newest) setTheirs(newest)
      else failures.show('The mail server was not saved', error, form.setError)
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
  const conflict = { theirs, accept, keepMine }
  return {
    state,
    password,
    isKept,
    isDirty,
    failures,
    conflict,
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
