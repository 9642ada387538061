import type { AskedQuestion } from '@frontdesk/contract/attempts'
import type { Draft } from '@frontdesk/contract/drafts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Answers } from '#web/features/assessments/assessments.taking.api.ts'
import { askedQuestions, type DrawTexts } from '#web/features/assessments/question-texts.ts'
import { QuizForm } from '#web/features/assessments/quiz-form.tsx'
import { SectionView, StepHeading, useSteps } from '#web/features/trainings/section-view.tsx'
import { newTraining, textsOf, type TrainingTexts } from '#web/features/trainings/training-texts.ts'
import { editedTrainingQuery } from '#web/features/trainings/trainings.api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { trainingTextsOf } from './draft-texts.ts'
import { draftTitle } from '#web/features/editing/drafts.api.ts'

/** A training's draft, section by section and then its quiz; nothing of it is kept. */
export function TrainingPreview({ draft }: { draft: Draft }) {
  const { item_id: itemId } = draft
  const { data: live } = useQuery({
    ...editedTrainingQuery(itemId ?? ''),
    enabled: itemId !== null,
  })
  const [blank] = useState(newTraining)
  const texts = trainingTextsOf(draft, live ? textsOf(live) : blank)
  const { step, go } = useSteps(() => 0)
  // Those left empty are none, once it is published.
  const sections = texts.sections.filter(({ content }) => content.trim() !== '')
  const section = sections[step]
  const questions = askedQuestions(texts.questions)
  const { draws = [] } = texts
  const hasQuiz = questions.length + draws.length > 0
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={`/drafts/${draft.id}`} label="Back to the draft" />
      <StepHeading
        key={step}
        title={draftTitle(draft)}
        position={section ? step + 1 : null}
        total={sections.length}
        isMoved={step !== go.first}
      />
      {section ? (
        <div className="rounded-lg border border-line bg-surface p-(--card-pad) sm:p-8">
          <SectionView
            key={step}
            section={{ id: String(step), ...shown(section, texts) }}
            position={null}
            onPosition={() => undefined}
          />
        </div>
      ) : (
        <QuizPreview questions={questions} draws={draws} />
      )}
      <div className="mt-6 flex flex-wrap justify-between gap-3">
        {step > 0 ? (
          <Button variant="secondary" icon={ArrowLeft} onClick={() => go.to(step - 1)}>
            Previous
          </Button>
        ) : (
          <span />
        )}
        {step < sections.length - (hasQuiz ? 0 : 1) ? (
          <Button onClick={() => go.to(step + 1)}>
            {step === sections.length - 1 ? 'Start Quiz' : 'Next'}
          </Button>
        ) : (
          <ButtonLink to="/drafts/$id" params={{ id: draft.id }} variant="secondary">
            Back to the draft
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const shown = (section: TrainingTexts['sections'][number], { files }: TrainingTexts) => ({
  type: section.type,
  content: section.content,
  captions: section.captions || undefined,
  files: files.filter(({ path }) => section.content.includes(path) || section.captions === path),
})

function QuizPreview({ questions, draws }: { questions: AskedQuestion[]; draws: DrawTexts[] }) {
  const [answers, setAnswers] = useState<Answers>({})
  if (questions.length + draws.length === 0) {
    return <p className="text-muted">Nothing is written yet.</p>
  }
  return (
    <div className="grid gap-6">
      {draws.length > 0 && (
        <Notice tone="accent">
          Each attempt also asks questions drawn from the bank:{' '}
          {draws.map((draw) => `${draw.questions} on ${draw.topic || 'no topic yet'}`).join(', ')}.
        </Notice>
      )}
      {questions.length > 0 && (
        <QuizForm
          questions={questions}
          answers={answers}
          onAnswer={(id, answer) => setAnswers((all) => ({ ...all, [id]: answer }))}
          busy={false}
          onSubmit={() => toast.success('This is a preview: nothing is graded or kept')}
        />
      )}
    </div>
  )
}
