import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { BankQuestion, Topic } from '@frontdesk/contract/question-bank'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Filter, TextInput } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { bankBodyOf, TopicField } from './bank-texts.tsx'
import { bankQuery, topicsQuery, useAddToBank, useRenameTopic } from './bank.api.ts'
import type { QuestionTexts } from './question-texts.ts'
import { countOf } from './questions-found.tsx'

type AddToBankDialogProps = {
  /** Written ones. */
  questions: QuestionTexts[]
  /** What to begin with. */
  topic?: string
  onClose: () => void
  /** With the places of those that were added, and what they are called in the bank. */
  onAdded?: (added: { place: number; id: string }[]) => void
}

/** Adds some of these questions to the bank, on one topic. */
export function AddToBankDialog(props: AddToBankDialogProps) {
  const { questions, onClose, onAdded } = props
  const [topic, setTopic] = useState(props.topic ?? '')
  const [left, setLeft] = useState<number[]>([])
  const add = useAddToBank()
  const chosen = questions.flatMap((question, place) =>
    left.includes(place) ? [] : [{ question, place }],
  )
  const send = async () => {
    const body = bankBodyOf({ topic, questions: chosen.map(({ question }) => question) })
    const added = await add.mutateAsync(body)
    toast.success(`${countOf(added.length, 'question')} added to the bank`)
    onAdded?.(added.map(({ id }, index) => ({ place: chosen[index]!.place, id })))
    onClose()
  }
  const fields = add.error instanceof ApiError ? add.error.fields : undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add to the question bank"
      description="The bank keeps copies: what becomes of these changes nothing there."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen.length === 0}
            busy={add.isPending}
            busyLabel="Adding…"
            onClick={() => void send().catch(() => undefined)}
          >
            {chosen.length === 0 ? 'Add Questions' : `Add ${countOf(chosen.length, 'Question')}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {add.error && !fields?.topic && (
          <ErrorPanel title="Failed to add the questions" onDismiss={() => add.reset()}>
            {messageOf(add.error, 'Please try again.')}
          </ErrorPanel>
        )}
        <TopicField
          value={topic}
          error={fields?.topic}
          onChange={(event) => setTopic(event.target.value)}
        />
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium">Questions</legend>
          <div className="grid gap-1">
            {questions.map(({ question }, place) => (
              <Checkbox
                // oxlint-disable-next-line react/no-array-index-key -- a question is its place
                key={place}
                label={<span className="wrap-anywhere">{question}</span>}
                checked={!left.includes(place)}
                onChange={() =>
                  setLeft((all) =>
                    all.includes(place) ? all.filter((one) => one !== place) : [...all, place],
                  )
                }
                className="rounded-sm px-2 py-1.5 hover:bg-hover"
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  )
}

type TakeFromBankDialogProps = {
  /** How many questions there may still be. */
  room: number
  /** Ids of those that the quiz has copies of already. */
  taken: readonly string[]
  onClose: () => void
  onTake: (questions: BankQuestion[]) => void
}

/** Takes copies of questions of the bank into a quiz. */
export function TakeFromBankDialog({ room, taken, onClose, onTake }: TakeFromBankDialogProps) {
  const [search, setSearch] = useState('')
  const [topic, setTopic] = useState('')
  const [chosen, setChosen] = useState<BankQuestion[]>([])
  const { data: topics = [] } = useQuery(topicsQuery)
  const has = (id: string) => chosen.some((one) => one.id === id)
  const toggle = (question: BankQuestion) =>
    setChosen((all) =>
      has(question.id) ? all.filter(({ id }) => id !== question.id) : [...all, question],
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Take from the question bank"
      description="The quiz gets copies: changing the bank later does not change them. Nothing is saved until you save the form."
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen.length === 0 || chosen.length > room}
            onClick={() => {
              onTake(chosen)
              onClose()
            }}
          >
            {chosen.length === 0 ? 'Add Questions' : `Add ${countOf(chosen.length, 'Question')}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <ListSearch
            label="Search the bank"
            placeholder="Search the bank…"
            value={search}
            onChange={setSearch}
          />
          <Filter
            label="Topic"
            all="All topics"
            options={topics.map(({ id, name, questions }) => ({
              value: id,
              label: `${name} (${questions})`,
            }))}
            value={topic}
            onChange={setTopic}
          />
        </div>
        <FoundInBank filter={{ search, topic }} taken={taken} has={has} onToggle={toggle} />
        {chosen.length > room && (
          <ErrorPanel>There is room for {countOf(room, 'more question')} in this quiz.</ErrorPanel>
        )}
      </div>
    </Dialog>
  )
}

type FoundInBankProps = {
  filter: { search: string; topic: string }
  taken: readonly string[]
  has: (id: string) => boolean
  onToggle: (question: BankQuestion) => void
}

/** What of the bank matches, to be chosen from. */
function FoundInBank({ filter, taken, has, onToggle }: FoundInBankProps) {
  const { search, topic } = filter
  const query = useInfiniteQuery(
    bankQuery({ search: search || undefined, topic_id: topic || undefined }),
  )
  const found: BankQuestion[] | undefined = query.data?.pages.flatMap((page) => page.data)
  return (
    <>
      <LoadState
        of={query}
        failure="Failed to load questions"
        waiting={<SkeletonLines lines={6} />}
      />
      {found?.length === 0 && <NothingFound isFiltered={search !== '' || topic !== ''} />}
      <div className="grid gap-1">
        {found?.map((question) => (
          <Checkbox
            key={question.id}
            label={<span className="wrap-anywhere">{question.question}</span>}
            hint={
              taken.includes(question.id)
                ? `${question.topic} · in this quiz already`
                : question.topic
            }
            checked={has(question.id)}
            onChange={() => onToggle(question)}
            className="rounded-sm px-2 py-1.5 hover:bg-hover"
          />
        ))}
      </div>
      {query.hasNextPage && (
        <div className="flex justify-center">
          <Button
            variant="secondary"
            busy={query.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className="text-muted">No question matches.</p>
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">There are no questions in the bank yet.</p>
      <ButtonLink to="/admin/questions" variant="secondary" size="sm">
        Go to the question bank
      </ButtonLink>
    </div>
  )
}

type RenameTopicDialogProps = { topic: Topic; onClose: () => void }

/** Gives a topic another name, wherever it stands. */
export function RenameTopicDialog({ topic, onClose }: RenameTopicDialogProps) {
  const form = useId()
  const [name, setName] = useState(topic.name)
  const rename = useRenameTopic()
  const save = async () => {
    await rename.mutateAsync({ id: topic.id, name })
    toast.success(`The topic is called “${name.trim()}” now`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename topic"
      description="For all of its questions, and the quizzes that draw from it."
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={rename.isPending} busyLabel="Saving…">
            Rename
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save().catch(() => undefined)
        }}
      >
        <Field
          label="Name"
          required
          error={rename.error ? messageOf(rename.error, 'Please try again.') : undefined}
        >
          <TextInput
            value={name}
            maxLength={TRAINING_LIMITS.topic}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
