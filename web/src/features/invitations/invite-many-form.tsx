import type { InvitationResult } from '@frontdesk/contract/invitations'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { roleLabels, roleOptions } from '#web/lib/account-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea } from '#web/ui/field.tsx'
import { type Line, useInviteMany, usePreviewInvitations } from './invitations.api.ts'

/** Far above the longest list that the server takes at once. */
const MOST_FILE_BYTES = 500_000

export function InviteManyForm() {
  const [text, setText] = useState('')
  const [role, setRole] = useState('agent')
  const [problem, setProblem] = useState<string | null>(null)
  const preview = usePreviewInvitations()
  const sending = useInviteMany()
  const lines = readLines(text, role)

  /** What was checked or sent no longer stands for what is typed. */
  const change = (apply: () => void) => {
    apply()
    setProblem(null)
    preview.reset()
    sending.reset()
  }
  const check = () => {
    if (lines.length === 0) return setProblem('Please paste at least one address')
    preview.mutate(lines)
  }
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const file = input.files?.[0]
    input.value = ''
    if (!file) return
    if (file.size > MOST_FILE_BYTES) return setProblem('This file is too large to be a list')
    const content = await file.text()
    change(() => setText(content))
  }
  const send = () => {
    const ready = preview.data?.results.filter(({ outcome }) => outcome === 'ready') ?? []
    sending.mutate(
      ready.map(({ email, name, role: of }) => ({ email, name, role: of })),
      { onSuccess: () => setText('') },
    )
  }
  return (
    <div className="grid gap-5">
      <Field
        label="People"
        hint="Addresses as mail programs write them, or a CSV file with the columns email, name and role."
        error={problem}
      >
        <TextArea
          rows={6}
          spellCheck={false}
          placeholder={'Maya Okafor <maya@example.com>, ben@example.com\njo@example.com, admin'}
          value={text}
          onChange={(event) => change(() => setText(event.target.value))}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Role where none is given" className="grow basis-48">
          <Select value={role} onChange={(event) => change(() => setRole(event.target.value))}>
            {roleOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <FileButton onChange={(event) => void readFile(event)} />
        <Button busy={preview.isPending} busyLabel="Checking…" onClick={check}>
          Check the List
        </Button>
      </div>
      <Refusal error={preview.error} />
      {sending.data ? (
        <Sent results={sending.data.results} />
      ) : (
        preview.data && (
          <InvitationPreview
            results={preview.data.results}
            busy={sending.isPending}
            onSend={send}
          />
        )
      )}
      <Refusal error={sending.error} />
    </div>
  )
}

const Refusal = ({ error }: { error: Error | null }) =>
  error && <ErrorPanel>{failureOf(error, 'Failed to invite user')}</ErrorPanel>

function FileButton({ onChange }: { onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  return (
    <label className="inline-flex h-10 cursor-pointer items-center rounded-md border border-line-strong bg-surface px-4 font-medium transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) pointer-coarse:h-11">
      Choose a CSV File
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="sr-only"
        onChange={onChange}
      />
    </label>
  )
}

type Results = NonNullable<ReturnType<typeof useInviteMany>['data']>['results']

function Sent({ results }: { results: Results }) {
  const invited = results.filter(({ outcome }) => outcome === 'invited').length
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  return (
    <Notice tone={refused.length > 0 ? 'warning' : 'success'}>
      <p>{invited === 1 ? '1 person is invited.' : `${invited} people are invited.`}</p>
      {refused.map(({ email, problem }) => (
        <p key={email} className="text-muted">
          {email}: {problem}
        </p>
      ))}
    </Notice>
  )
}

type InvitationPreviewProps = { results: InvitationResult[]; busy: boolean; onSend: () => void }

/** What would become of each line, before anybody is written to. */
function InvitationPreview({ results, busy, onSend }: InvitationPreviewProps) {
  const ready = results.filter(({ outcome }) => outcome === 'ready').length
  const refused = results.length - ready
  return (
    <section aria-label="What the list says" className="grid gap-4">
      <p aria-live="polite" className="font-medium">
        {ready === 1 ? '1 person can be invited' : `${ready} people can be invited`}
        {refused > 0 &&
          (refused === 1 ? ', 1 line is left out' : `, ${refused} lines are left out`)}
      </p>
      <ol className="max-h-80 overflow-y-auto rounded-lg border border-line bg-surface">
        {results.map((result, index) => (
          <PreviewLine key={index} number={index + 1} result={result} />
        ))}
      </ol>
      <div>
        <Button disabled={ready === 0} busy={busy} busyLabel="Sending…" onClick={onSend}>
          {ready === 1 ? 'Send 1 Invitation' : `Send ${ready} Invitations`}
        </Button>
      </div>
    </section>
  )
}

function PreviewLine({ number, result }: { number: number; result: InvitationResult }) {
  const { email, name, role, problem } = result
  const Icon = problem ? CircleAlert : CircleCheck
  return (
    <li className="flex items-start gap-3 border-line px-4 py-2.5 not-last:border-b">
      <span className="w-7 shrink-0 text-end text-sm text-muted tabular-nums">{number}</span>
      <Icon
        className={`mt-[0.2em] size-4 shrink-0 ${problem ? 'text-danger' : 'text-success'}`}
        aria-hidden="true"
      />
      <span className="min-w-0 grow">
        {name && <span className="block font-medium wrap-anywhere">{name}</span>}
        <span className="block wrap-anywhere">{email || 'An empty line'}</span>
        {problem && <span className="block text-sm text-danger">{problem}</span>}
      </span>
      <span className="shrink-0 text-sm text-muted">
        {Object.entries(roleLabels).find(([known]) => known === role)?.[1] ?? role}
      </span>
    </li>
  )
}

const EMAIL_HEADER = /^e-?mail( ?address)?$/i
const NAME_HEADER = /^(full |display )?name$/i
const FIRST_HEADER = /^(first|given) ?name$/i
const LAST_HEADER = /^(last|family) ?name$|^surname$/i
const ROLE_HEADER = /^role$/i
const ROLE = /^(agent|manager|admin)$/i
/** What follows a comma in a name without being a first name. */
const SUFFIX = /^(jr|sr|ii|iii|iv|esq|md|phd)\.?$/i

/**
 * People to invite, as pasted from a mail program or read from a CSV file: any number a line, with names
 * and a role where they are given. What is no address stays in the list, so that nothing is dropped
 * without a word; whether something is an address or a role is the server's to say.
 */
export function readLines(text: string, defaultRole: string): Line[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const header = rows[0]?.map(unquoted)
  const columnOf = (title: RegExp) => header?.findIndex((cell) => title.test(cell)) ?? -1
  const email = columnOf(EMAIL_HEADER)
  if (email === -1) return rows.flatMap((cells) => readCells(cells, defaultRole))
  const [name, first, last] = [columnOf(NAME_HEADER), columnOf(FIRST_HEADER), columnOf(LAST_HEADER)]
  const role = columnOf(ROLE_HEADER)
  return rows.slice(1).map((cells) => {
    const at = (column: number) => unquoted(cells[column] ?? '')
    const mailbox = mailboxesIn(cells[email] ?? '')[0] ?? { name: '', email: '' }
    const written = inOrder(at(name)) || [at(first), at(last)].filter(Boolean).join(' ')
    return lineOf({ ...mailbox, name: written || mailbox.name }, at(role) || defaultRole)
  })
}

/** A line without a header above it: addresses are what has an `@`. */
function readCells(cells: string[], defaultRole: string): Line[] {
  const filled = cells.filter((cell) => cell !== '')
  const addresses = filled.filter((cell) => cell.includes('@'))
  if (addresses.length === 1 && mailboxesIn(addresses[0]!).length === 1) {
    return [readPerson(filled, addresses[0]!, defaultRole)]
  }
  const lines: Line[] = []
  let isAfterAddress = false
  for (const cell of filled) {
    const last = lines.at(-1)
    if (last && isAfterAddress && ROLE.test(unquoted(cell))) last.role = unquoted(cell)
    else lines.push(...mailboxesIn(cell).map((mailbox) => lineOf(mailbox, defaultRole)))
    isAfterAddress = cell.includes('@')
  }
  return lines
}

/** One address; what stands beside it is the role, or the name in pieces. */
function readPerson(cells: string[], address: string, defaultRole: string): Line {
  const [mailbox] = mailboxesIn(address)
  const others = cells.filter((cell) => cell !== address).map(unquoted)
  const role = others.find((cell) => ROLE.test(cell))
  const names = others.filter((cell) => cell !== role)
  const { name, email } = mailbox!
  // `Okafor, Maya <maya@example.com>`, without the quotes that a mail program would write.
  if (name && names.length === 1 && cells.indexOf(address) === 1) {
    return lineOf({ name: inOrder(`${names[0]}, ${name}`), email }, role ?? defaultRole)
  }
  // Next to an address alone it can only be meant as a role; among names it has to be one.
  if (!name && !role && names.length === 1) return lineOf({ name: '', email }, names[0]!)
  return lineOf({ name: [...names, name].filter(Boolean).join(' '), email }, role ?? defaultRole)
}

const lineOf = ({ name, email }: Mailbox, role: string): Line => ({
  email,
  name: name.slice(0, 200),
  role,
})

type Mailbox = { name: string; email: string }

/** `Maya <maya@example.com>`, one or several, or bare addresses; the rest stands by itself. */
function mailboxesIn(cell: string): Mailbox[] {
  const found: Mailbox[] = []
  // A group, as in `Team: maya@example.com`, or a link.
  const bare = cell.replace(/^[^"<@:]*:\s*(?=\S)/, '')
  const named = isEven(bare) ? /((?:"[^"]*"|[^<>"])*)<([^<>]*)>/g : /([^<>]*)<([^<>]*)>/g
  const rest = bare.replaceAll(named, (_, name: string, email: string) => {
    found.push({ name: inOrder(unquoted(name)), email: email.trim() })
    return ''
  })
  const comment = /^(\S+@\S+)\s*\(([^()]*)\)$/.exec(rest.trim())
  if (comment) found.push({ name: inOrder(comment[2]!.trim()), email: comment[1]! })
  else {
    const words = rest.trim().split(/\s+/).filter(Boolean)
    const areAddresses = words.length > 0 && words.every((word) => word.includes('@'))
    const left = areAddresses ? words : [unquoted(rest)]
    found.push(...left.filter(Boolean).map((email) => ({ name: '', email })))
  }
  return found
}

/** A name as it is said: `Okafor, Maya` is Maya Okafor, and `Max, Jr.` stays Max. */
function inOrder(name: string): string {
  const [before = '', after = '', ...more] = name.split(',').map((part) => part.trim())
  if (!after || more.length > 0) return name.replaceAll(/\s*,\s*/g, ' ').trim()
  return SUFFIX.test(after) ? `${before} ${after}` : `${after} ${before}`
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(/""|\\(.)/g, (pair, escaped?: string) => escaped ?? pair.slice(1))
    .trim()

/** Whether every quote has its other one; a single one is part of a name. */
const isEven = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 0

/** Cells between commas, semicolons or tabs that stand neither in quotes nor in `<>`. */
function cellsOf(line: string): string[] {
  const isQuoting = isEven(line)
  const cells = ['']
  let [quoted, inAngle] = [false, false]
  for (const char of line) {
    if (char === '"' && isQuoting) quoted = !quoted
    if (!quoted && (char === '<' || char === '>')) inAngle = char === '<'
    if (!quoted && !inAngle && /[,;\t]/.test(char)) cells.push('')
    else cells[cells.length - 1] += char
  }
  return cells.map((cell) => cell.trim())
}
