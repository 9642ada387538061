import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { Field, TextInput } from '#web/ui/field.tsx'
import { topicsQuery } from './bank.api.ts'

type TopicFieldProps = ComponentProps<'input'> & { error?: string }

/** What questions are about: one of the topics that there are, or a new one. */
export function TopicField({ error, ...props }: TopicFieldProps) {
  const { data: topics = [] } = useQuery(topicsQuery)
  const id = useId()
  return (
    <Field
      label="Topic"
      required
      hint="Quizzes draw questions by their topic. A new name makes a new topic."
      error={error}
    >
      <TextInput {...props} list={id} autoComplete="off" />
      <datalist id={id}>
        {topics.map(({ id: topic, name }) => (
          <option key={topic}>{name}</option>
        ))}
      </datalist>
    </Field>
  )
}
