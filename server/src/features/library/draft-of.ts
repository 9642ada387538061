import type { Api } from '@frontdesk/contract/all'
import { STARTER_NOTE } from '@frontdesk/contract/constants'
import type { PolicyDraftBody, TrainingDraftBody } from '@frontdesk/contract/drafts'
import type { Input } from '@frontdesk/contract/endpoint'
import { dateText } from '../../platform/date-text.ts'
import type { StarterText } from './parse-text.ts'

type ProcessBody = Input<Api['POST /processes']['body']>

/** What every draft says of itself, until whoever adapts it takes that out. */
const ADAPT =
  'Fill in what stands in [brackets], take out what does not fit, and have your lawyer read it before you publish it.'

/** Its title and text, with a note on top and what it rests on below. */
export function policyOf(text: StarterText): PolicyDraftBody {
  const { title, summary, category, content } = text
  return {
    title,
    description: summary,
    category,
    content: `${note(text)}\n\n${content}\n\n# Sources\n\n${sourcesOf(text)}`,
  }
}

/** A description is one paragraph, so what it rests on stands with the last step. */
export function processOf(text: StarterText): ProcessBody & { status: 'draft' } {
  const { title, summary, category, steps } = text
  return {
    title,
    description: `${summary} ${STARTER_NOTE}: ${ADAPT} Then delete this.`,
    category,
    status: 'draft',
    steps: steps.map((step, index) => ({
      ...step,
      description:
        index === steps.length - 1
          ? `${step.description}\n\n---\n\n${sourcesOf(text)}`
          : step.description,
    })),
  }
}

/** With the pass mark and the attempts that any new training has; the options in another order each time. */
export function trainingOf(text: StarterText): TrainingDraftBody {
  const { title, summary, category, minutes, sections, questions } = text
  return {
    title,
    description: summary,
    category_id: category,
    duration: minutes ?? undefined,
    shuffle: true,
    content: sections.map((section, index) => ({
      type: 'text',
      content: [
        index === 0 && note(text),
        section,
        index === sections.length - 1 && `---\n\n${sourcesOf(text)}`,
      ]
        .filter(Boolean)
        .join('\n\n'),
    })),
    questions: questions.map(({ question, options, correctAnswer }) => ({
      question,
      options,
      correctAnswer,
    })),
  }
}

const note = ({ checked_on: checkedOn }: StarterText) =>
  `> **${STARTER_NOTE}** of ${dayOf(checkedOn)}. ${ADAPT} Then delete this note.`

function sourcesOf({ checked_on: checkedOn, sources }: StarterText): string {
  const lines = sources.map(({ text, url }) => (url === null ? `- ${text}` : `- [${text}](${url})`))
  return [
    `What this rests on; federal law as checked on ${dayOf(checkedOn)}:`,
    lines.join('\n'),
  ].join('\n\n')
}

const dayOf = (day: string) => dateText(day, 'UTC', { dateStyle: 'long' })
