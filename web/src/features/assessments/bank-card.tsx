import type { BankQuestion } from '@frontdesk/contract/question-bank'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AnswersFound } from './answers-found.tsx'
import { removeBankQuestion, restoreBankQuestion, useRefreshBank } from './bank.api.ts'
import { KINDS } from './question-kinds.ts'

/** One question of the bank with its answers, and what can be done with it. */
export function BankCard({ question }: { question: BankQuestion }) {
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
      {removal.error && (
        <ErrorPanel title="Failed to delete the question" onDismiss={() => removal.reset()}>
          {messageOf(removal.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
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
