import type { BankQuestion } from '@frontdesk/contract/question-bank'
import type { QuestionFormat, QuestionImport } from '@frontdesk/contract/questions'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, FileQuestion, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { EmptyState, ListResults, NoMatch } from '#web/ui/lists.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Filter } from '#web/ui/field.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  bankQuery,
  type BankQuery,
  removeBankQuestion,
  restoreBankQuestion,
  topicsQuery,
  useRefreshBank,
} from './bank.api.ts'
import { importedTexts, KINDS } from './question-texts.ts'
import { AnswersFound } from './questions-found.tsx'

/** What few visits need. */
const BankIntake = late(() => import('./question-paste-dialog.tsx'), 'BankIntake')
const AddToBankDialog = late(() => import('./bank-dialogs.tsx'), 'AddToBankDialog')
const RenameTopicDialog = late(() => import('./bank-dialogs.tsx'), 'RenameTopicDialog')

/** What the address says of the list; empty where it says nothing. */
const readParams = (raw: Record<string, unknown>) => ({
  search: textOf(raw.search),
  topic: textOf(raw.topic),
  kind: textOf(raw.kind),
})
type Params = ReturnType<typeof readParams>

const filterOf = ({ search, topic, kind }: Params): BankQuery => ({
  search: search || undefined,
  topic_id: topic || undefined,
  kind: KINDS.find(({ value }) => value === kind)?.value,
})

/** Questions that belong to no quiz: quizzes take copies of them, or draw some at random. */
export function BankPage() {
  usePageTitle('Questions · Admin Panel')
  const { params, change } = useSearchParams(readParams)
  const [task, setTask] = useState<'text' | 'file' | 'rename' | null>(null)
  const [found, setFound] = useState<QuestionImport['questions'] | null>(null)
  const { data: topics = [] } = useQuery(topicsQuery)
  const topic = topics.find(({ id }) => id === params.topic)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Question Bank</h2>
        <div className="flex flex-wrap gap-2">
          <BankMenu
            filter={filterOf(params)}
            onTask={setTask}
            topic={topic && { name: topic.name }}
          />
          <ButtonLink
            to="/admin/questions/add"
            search={topic ? { topic: topic.name } : {}}
            icon={Plus}
          >
            Add Question
          </ButtonLink>
        </div>
      </div>
      <div className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-[minmax(0,1fr)_16rem_14rem]">
        <ListSearch
          label="Search questions"
          placeholder="Search questions…"
          value={params.search}
          onChange={(search) => change({ search }, { replace: true })}
          className="col-span-2 xl:col-span-1"
        />
        <Filter
          label="Topic"
          all="All topics"
          missing="A topic that is gone"
          options={topics.map(({ id, name, questions }) => ({
            value: id,
            label: `${name} (${questions})`,
          }))}
          value={params.topic}
          onChange={(next) => change({ topic: next })}
        />
        <Filter
          label="Kind"
          all="All kinds"
          options={KINDS}
          value={params.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      <BankList params={params} onClear={() => change({ search: '', topic: '', kind: '' })} />
      <Suspense fallback={null}>
        {(task === 'text' || task === 'file') && (
          <BankIntake source={task} onClose={() => setTask(null)} onFound={setFound} />
        )}
        {task === 'rename' && topic && (
          <RenameTopicDialog topic={topic} onClose={() => setTask(null)} />
        )}
        {found && (
          <AddToBankDialog
            questions={importedTexts(found)}
            topic={topic?.name}
            onClose={() => setFound(null)}
          />
        )}
      </Suspense>
    </>
  )
}

type BankMenuProps = {
  filter: BankQuery
  topic?: { name: string }
  onTask: (task: 'text' | 'file' | 'rename') => void
}

/** Where questions come from in numbers, and where they go. */
function BankMenu({ filter, topic, onTask }: BankMenuProps) {
  const save = async (format: QuestionFormat) => {
    try {
      const { blob, filename, headers } = await download('GET /question-bank/export', {
        query: { ...filter, format },
      })
      saveAs(blob, filename)
      const leftOut = Number(headers.get('X-Left-Out') ?? 0)
      if (leftOut > 0) toast.error('GIFT has no form for some of these: the file says which')
    } catch (error) {
      toast.error(failureOf(error, 'Failed to export the questions'))
    }
  }
  return (
    <Menu
      label="More"
      items={[
        { label: 'Paste Questions', onSelect: () => onTask('text') },
        { label: 'Import Questions', onSelect: () => onTask('file') },
        ...(topic ? [{ label: `Rename “${topic.name}”`, onSelect: () => onTask('rename') }] : []),
        { label: 'Export as CSV', onSelect: () => void save('csv') },
        { label: 'Export as GIFT', onSelect: () => void save('gift') },
        { label: 'Export as Moodle XML', onSelect: () => void save('moodle-xml') },
      ]}
    />
  )
}

function BankList({ params, onClear }: { params: Params; onClear: () => void }) {
  const isFiltered = Object.values(params).some((value) => value !== '')
  const none = isFiltered ? (
    <NoMatch title="No question matches" clearLabel="Show all questions" onClear={onClear} />
  ) : (
    <EmptyState
      icon={FileQuestion}
      title="No questions yet"
      action={<ButtonLink to="/admin/questions/add">Add Question</ButtonLink>}
    >
      Write questions once, take them into any quiz, or have a quiz draw some of a topic anew for
      each attempt.
    </EmptyState>
  )
  return (
    <ListResults
      of={useInfiniteQuery(bankQuery(filterOf(params)))}
      failure="Failed to load questions"
      none={none}
      search={params.search}
      label="Questions"
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {(question) => <BankCard key={question.id} question={question} />}
    </ListResults>
  )
}

/** One question of the bank with its answers, and what can be done with it. */
function BankCard({ question }: { question: BankQuestion }) {
  const { id, topic, kind = 'single', points, copies } = question
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const facts = [
    KINDS.find(({ value }) => value === kind)!.label,
    ...(points > 1 ? [`${points} points`] : []),
    ...(copies > 0 ? [copies === 1 ? 'in a quiz' : `in ${copies} quizzes`] : []),
  ]
  return (
    <li className="linked-row relative rounded-lg border border-line bg-surface p-(--card-pad)">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere whitespace-pre-line">
            <Link
              to="/admin/questions/$id"
              params={{ id }}
              className="row-link rounded-sm underline-offset-4 hover:underline"
            >
              {question.question}
            </Link>
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge>{topic}</Badge>
            {facts.join(' · ')}
          </p>
        </div>
        <Menu
          label={`Actions for “${question.question.slice(0, 60)}”`}
          icon={Ellipsis}
          items={[
            {
              label: 'Edit',
              onSelect: () => void navigate({ to: '/admin/questions/$id', params: { id } }),
            },
            {
              label: 'Duplicate',
              onSelect: () => void navigate({ to: '/admin/questions/add', search: { copy: id } }),
            },
            { label: 'Delete', danger: true, onSelect: () => setAsks(true) },
          ]}
        />
      </div>
      <AnswersFound question={{ ...question, place: 0 }} />
      {asks && <DeleteQuestion question={question} onCancel={() => setAsks(false)} />}
    </li>
  )
}

type DeleteQuestionProps = { question: BankQuestion; onCancel: () => void }

/** The second step of deleting; what is deleted can be brought back from the toast. */
function DeleteQuestion({ question: { id, copies }, onCancel }: DeleteQuestionProps) {
  const refresh = useRefreshBank()
  const bringBack = async () => {
    try {
      await restoreBankQuestion(id)
      await refresh()
      toast.success('The question is back')
    } catch (error) {
      toast.error(failureOf(error, 'Failed to restore the question'))
    }
  }
  const removal = useMutation({
    mutationFn: async () => removeBankQuestion(id),
    onSuccess: async () => {
      toast.undo('The question was deleted', () => void bringBack())
      await refresh()
    },
  })
  return (
    <div className="mt-4 grid gap-3">
      <CallFailure of={removal} title="Failed to delete the question" />
      <ConfirmBox
        question={
          copies > 0
            ? 'Delete this question from the bank? Its copies in quizzes stay.'
            : 'Delete this question from the bank?'
        }
        busy={removal.isPending}
        busyLabel="Deleting…"
        onConfirm={() => removal.mutate()}
        onCancel={onCancel}
      />
    </div>
  )
}
