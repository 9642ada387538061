import type { UseFormReturn } from 'react-hook-form'
import { required, upTo } from '#web/features/editing/text-rules.ts'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import type { PolicyTexts } from './policy-texts.ts'

const rules = {
  validate: { required: required('Please write what the policy says'), long: upTo(200_000) },
}

/** What the policy says. */
export function PolicyContentField({ form }: { form: UseFormReturn<PolicyTexts> }) {
  return (
    <MarkdownField
      control={form.control}
      name="content"
      label="Content"
      required
      rows={16}
      rules={rules}
      error={form.formState.errors.content?.message}
      preview={{ label: 'Preview', render: (source) => source, className: 'text-lg leading-[1.7]' }}
    />
  )
}
