import { SELECT_POLICY, SELECT_TEST } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { BookOpenText, GraduationCap, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { testOptionsQuery } from '#web/features/assessments/assessments.taking.api.ts'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { PublishingForm } from '#web/features/editing/form-frame.tsx'
import { useOfferUndo } from '#web/features/editing/use-undo.ts'
import { policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import {
  policyStandingQuery,
  type RequiredItem,
  testStandingQuery,
  useRequire,
} from '#web/features/requirements/requirements.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { endOfDay } from '#web/lib/due-day.ts'
import { formatDate } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { CallFailure, ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

/** Whom it is about; nobody for the moment of leaving: the route lets nobody in without. */
function usePerson(title: string): Person | undefined {
  usePageTitle(title)
  return useLocation({ select: ({ state }) => state.user })
}

type Person = { id: string; name: string }

export function RequirePoliciesPage() {
  const user = usePerson('Require a policy')
  return user ? <RequirePolicies key={user.id} user={user} /> : null
}

function RequirePolicies({ user }: { user: Person }) {
  const found = useQuery(policyOptionsQuery)
  const standing = useQuery(policyStandingQuery(user.id))
  const options = found.data?.map((policy) => {
    const { awaits, acknowledged } = standing.data ?? {}
    const due = awaits?.get(policy.id)
    const done = acknowledged?.get(policy.id)
    const note =
      (due === null && 'Awaits them already') ||
      (due && `Awaits them already, by ${formatDate(due)}`) ||
      (done && `Acknowledged on ${formatDate(done)}`) ||
      null
    return { ...policy, note, isDone: done !== undefined && due === undefined }
  })
  return (
    <RequireItem
      type="policy"
      user={user}
      options={options}
      failure={found.error}
      onRetry={() => void found.refetch()}
      words={{
        description: `${user.name} has to acknowledge it then, and is reminded before its due date.`,
        legend: 'Which policy?',
        search: 'Search policies',
        missing: SELECT_POLICY,
        submit: 'Require Policy',
        submitFailure: 'Failed to require policy',
        loadFailure: 'Failed to fetch policies',
        success: (title, isDone) =>
          isDone
            ? `“${title}” is now required of ${user.name}, who has acknowledged it already.`
            : `${user.name} now has to acknowledge “${title}”.`,
      }}
      none={{
        icon: BookOpenText,
        title: 'No Policies Available',
        action: <ButtonLink to="/policies/add">Add New Policy</ButtonLink>,
      }}
    />
  )
}

export function RequireTestsPage() {
  const user = usePerson('Require a test')
  return user ? <RequireTests key={user.id} user={user} /> : null
}

function RequireTests({ user }: { user: Person }) {
  const found = useQuery(testOptionsQuery)
  const standing = useQuery(testStandingQuery(user.id))
  const options = found.data?.map((test) => {
    const passedAt = standing.data?.get(test.id)
    const note = passedAt ? `Passed on ${formatDate(passedAt)}` : null
    return { ...test, note, isDone: Boolean(passedAt) }
  })
  return (
    <RequireItem
      type="test"
      user={user}
      options={options}
      failure={found.error}
      onRetry={() => void found.refetch()}
      words={{
        description: `${user.name} has to pass it then, and is reminded before its due date. A training is required through its quiz.`,
        legend: 'Which test or training?',
        search: 'Search tests',
        missing: SELECT_TEST,
        submit: 'Require Test',
        submitFailure: 'Failed to require test',
        loadFailure: 'Failed to fetch tests',
        success: (title, isDone) =>
          isDone
            ? `“${title}” is now required of ${user.name}, who has passed it before.`
            : `${user.name} now has to complete “${title}”.`,
      }}
      none={{
        icon: GraduationCap,
        title: 'No Tests Available',
        action: <ButtonLink to="/admin/tests/add">Add Test</ButtonLink>,
      }}
    />
  )
}

type RequireItemProps = RequireFormProps & {
  /** Where there is nothing to require. */
  none: { icon: LucideIcon; title: string; action: ReactNode }
}

/** One item required of one person, whatever kind it is. */
function RequireItem({ none, ...form }: RequireItemProps) {
  return (
    <>
      <PageHeader
        title={`Require a ${form.type}`}
        description={form.words.description}
        back={{ to: '/admin/people', label: 'Back to People' }}
      />
      {form.options?.length === 0 ? (
        <EmptyState {...none}>There is nothing yet that could be required.</EmptyState>
      ) : (
        <RequireForm {...form} />
      )}
    </>
  )
}

type RequireWords = {
  description: string
  legend: string
  search: string
  /** Said where nothing is chosen. */
  missing: string
  submit: string
  submitFailure: string
  loadFailure: string
  success: (title: string, isDone: boolean) => string
}

type RequireFormProps = {
  type: RequiredItem['type']
  user: Person
  /** Undefined while they load. */
  options: ItemOption[] | undefined
  failure: Error | null
  onRetry: () => void
  words: RequireWords
}

function RequireForm({ type, user, options, failure, onRetry, words }: RequireFormProps) {
  const [chosen, setChosen] = useState<ItemOption | null>(null)
  const [dueOn, setDueOn] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const require = useRequire(type, user.id)
  const offerUndo = useOfferUndo()
  const form = useRef<HTMLFormElement>(null)

  if (require.isSuccess && chosen)
    return <Required>{words.success(chosen.title, chosen.isDone)}</Required>

  const submit = () => {
    if (!chosen) {
      setProblem(words.missing)
      form.current?.querySelector('input')?.focus()
      return
    }
    require.mutate(
      { id: chosen.id, dueAt: dueOn === '' ? null : endOfDay(dueOn) },
      { onSuccess: ({ undo }) => offerUndo(`“${chosen.title}” was assigned`, undo) },
    )
  }
  return (
    <PublishingForm
      ref={form}
      noValidate
      className="grid max-w-2xl gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CallFailure of={require} title={words.submitFailure} />
      {!options && failure ? (
        <ErrorPanel title={words.loadFailure} onRetry={onRetry}>
          {messageOf(failure, 'An error occurred')}
        </ErrorPanel>
      ) : (
        <Card className="grid gap-6">
          <ItemPicker
            legend={words.legend}
            searchLabel={words.search}
            options={options}
            chosen={chosen}
            error={problem}
            onChoose={(option) => {
              setChosen(option)
              setProblem(null)
            }}
          />
          <DueDateField value={dueOn} onChange={setDueOn} />
        </Card>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!options} busy={require.isPending} busyLabel="Requiring…">
          {words.submit}
        </Button>
        <Button
          variant="secondary"
          disabled={require.isPending}
          onClick={() => void navigate({ href: '/admin/people' })}
        >
          Cancel
        </Button>
      </div>
    </PublishingForm>
  )
}

type ItemOption = {
  id: string
  title: string
  category: string | null
  /** Where the person stands with it already. */
  note: string | null
  /** Whether they have done it. */
  isDone: boolean
}

type ItemPickerProps = {
  legend: string
  searchLabel: string
  options: ItemOption[] | undefined
  chosen: ItemOption | null
  error: string | null
  onChoose: (option: ItemOption) => void
}

/** One item of many, found by a part of its title; what is chosen stays in sight. */
function ItemPicker(props: ItemPickerProps) {
  const { legend, searchLabel, options, chosen, error, onChoose } = props
  const id = useId()
  const [search, setSearch] = useState('')
  const sought = search.trim().toLowerCase()
  const matching = options?.filter(
    (option) => option.id === chosen?.id || option.title.toLowerCase().includes(sought),
  )
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="rounded-md border border-line">
        <div className="border-b border-line p-2">
          <SearchBox
            label={searchLabel}
            placeholder={`${searchLabel}…`}
            value={search}
            onChange={setSearch}
            aria-invalid={error ? true : undefined}
            onKeyDown={(event) => {
              // Enter would send the form around this box.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <div className="h-80 overflow-y-auto p-1.5" aria-busy={!options}>
          {!matching && (
            <div className="p-2">
              <SkeletonLines lines={6} />
            </div>
          )}
          {matching?.length === 0 && (
            <p className="p-2 text-sm text-muted">Nothing matches “{search.trim()}”.</p>
          )}
          {matching?.map((option) => (
            <ItemLine
              key={option.id}
              name={id}
              option={option}
              checked={option.id === chosen?.id}
              onPick={() => onChoose(option)}
            />
          ))}
        </div>
      </div>
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type ItemLineProps = { name: string; option: ItemOption; checked: boolean; onPick: () => void }

function ItemLine({ name, option, checked, onPick }: ItemLineProps) {
  const id = useId()
  const facts = [option.category, option.note].filter(Boolean).join(' · ')
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-sm px-2.5 py-2 transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-(--focus)">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onPick}
        // The facts are a description: as part of the name they would be read twice.
        aria-labelledby={`${id}-title`}
        aria-describedby={facts ? `${id}-facts` : undefined}
        className="mt-[0.2em] size-4.5 shrink-0 appearance-none rounded-full border border-line-control bg-surface outline-none checked:border-[5.5px] checked:border-accent"
      />
      <span className="min-w-0">
        <span id={`${id}-title`} className="wrap-break-word">
          {option.title}
        </span>
        {facts && (
          <span id={`${id}-facts`} className="block text-sm text-muted">
            {facts}
          </span>
        )}
      </span>
    </label>
  )
}

/** As the specification sets it. */
const REDIRECT_MS = 2000

/** Says that it is done, and goes back to the people. */
function Required({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ href: '/admin/people' })
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ href: '/admin/people' }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div className="max-w-2xl">
      <Notice
        tone="success"
        action={
          <Button variant="secondary" size="sm" onClick={goBack}>
            Back to People
          </Button>
        }
      >
        {children} Taking you back to the people…
      </Notice>
    </div>
  )
}
