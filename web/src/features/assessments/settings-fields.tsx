import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { wholeNumber } from '#web/features/editing/field-rules.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'

/** How a quiz is taken, as every form with one holds it. */
export type SettingsTexts = {
  requiredScore: string
  maxAttempts: string
  retakeThreshold: string
  shuffle: boolean
  showAnswers: boolean
}

const orEmpty = (rule: (value: string) => true | string) => (value: string) =>
  value.trim() === '' || rule(value)

type SettingsFieldsProps = {
  form: UseFormReturn<SettingsTexts>
  /** A further field among the numbers. */
  children?: ReactNode
}

export function SettingsFields({ form, children }: SettingsFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  const { attempts, days } = TRAINING_LIMITS
  const number = { type: 'number', step: 1, inputMode: 'numeric' } as const
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Minimum Passing Score (%)" error={errors.requiredScore?.message}>
          <TextInput
            {...number}
            min={0}
            max={100}
            {...register('requiredScore', {
              validate: wholeNumber('Minimum passing score is a whole number from 0 to 100', {
                min: 0,
                max: 100,
              }),
            })}
          />
        </Field>
        <Field
          label="Maximum Attempts"
          hint="0 means unlimited."
          error={errors.maxAttempts?.message}
        >
          <TextInput
            {...number}
            min={0}
            max={attempts}
            {...register('maxAttempts', {
              validate: wholeNumber('Maximum attempts is a whole number, 0 for no limit', {
                min: 0,
                max: attempts,
              }),
            })}
          />
        </Field>
        {children}
        <Field
          label="Retake Threshold (days)"
          optional
          hint="So long after passing it is due again. Empty means never."
          error={errors.retakeThreshold?.message}
        >
          <TextInput
            {...number}
            min={1}
            max={days}
            {...register('retakeThreshold', {
              validate: orEmpty(
                wholeNumber(
                  'Retake threshold is a whole number of days from 1; leave it empty for never',
                  {
                    min: 1,
                    max: days,
                  },
                ),
              ),
            })}
          />
        </Field>
      </div>
      <div className="grid gap-3">
        <Checkbox
          label="Shuffle questions and options"
          hint="Each attempt asks in another order."
          {...register('shuffle')}
        />
        <Checkbox
          label="Show answers after passing"
          hint="Who passed sees which options were correct. Nobody else ever does."
          {...register('showAnswers')}
        />
      </div>
    </>
  )
}
