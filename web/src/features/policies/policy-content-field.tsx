import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { classes } from '#web/ui/classes.ts'
import { FieldError, TextArea } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import type { PolicyTexts } from './policy-texts.ts'

export type ContentView = 'write' | 'preview'

const views: { value: ContentView; label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
]

type PolicyContentFieldProps = {
  form: UseFormReturn<PolicyTexts>
  view: ContentView
  onView: (view: ContentView) => void
}

export function PolicyContentField({ form, view, onView }: PolicyContentFieldProps) {
  const id = useId()
  const error = form.formState.errors.content?.message
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          Content
          <span aria-hidden="true" className="ml-0.5 text-danger">
            *
          </span>
        </label>
        <SegmentedControl label="Write or preview" options={views} value={view} onChange={onView} />
      </div>
      <TextArea
        id={id}
        rows={16}
        autogrow
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(`${id}-hint`, error && `${id}-error`)}
        className={classes('leading-relaxed', view === 'preview' && 'hidden')}
        {...form.register('content', {
          validate: {
            required: required('Please write what the policy says'),
            long: upTo(200_000),
          },
        })}
      />
      {view === 'preview' && <ContentPreview form={form} />}
      <p id={`${id}-hint`} className="text-sm text-muted">
        An empty line begins a paragraph. # makes a heading, - a list, **bold** stands out, and
        [words](https://…) become a link.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function ContentPreview({ form }: { form: UseFormReturn<PolicyTexts> }) {
  const content = useWatch({ control: form.control, name: 'content' })
  return (
    <section
      aria-label="Preview"
      className="min-h-[calc(16*1.6em+1.125rem)] rounded-md border border-line bg-surface px-4 py-3 text-lg sm:px-8 sm:py-6"
    >
      {content.trim() === '' ? (
        <p className="text-muted">Nothing is written yet.</p>
      ) : (
        <Markdown source={content} />
      )}
    </section>
  )
}
