import {
  TRAINING_CATEGORIES,
  TRAINING_LIMITS,
  UNKNOWN_CATEGORY,
} from '@frontdesk/contract/constants'
import { type AnyRouter, type HistoryState, useNavigate } from '@tanstack/react-router'
import { Clapperboard, FileText, ImagePlus, type LucideIcon, Presentation } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import { QuestionList } from '#web/features/assessments/question-list.tsx'
import { type QuestionsTexts, showDrawErrors } from '#web/features/assessments/question-texts.ts'
import { SettingsFields, type SettingsTexts } from '#web/features/assessments/test-texts.tsx'
import { required, upTo, wholeNumber } from '#web/features/editing/form-rules.ts'
import { FormSection } from '#web/features/editing/form-frame.tsx'
import {
  ItemForm,
  type ItemFormProps,
  type TextsFormState,
  useTextsForm,
} from '#web/features/editing/item-form.tsx'
import { showGonePictures } from '#web/features/writing/picture-uploads.tsx'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { MarkdownField, type MarkdownHandle } from '#web/features/writing/markdown-field.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LinkedContent, LinkSection } from './link-section.tsx'
import { PickFileButton, SectionUpload, useSectionFile } from './section-file.tsx'
import { addressOf, withFileUrls } from './section-media.ts'
import {
  isTrainingTexts,
  sameTexts,
  type SectionType,
  SERVER_FIELDS,
  type TrainingTexts,
} from './training-texts.ts'

type TrainingFormState = TextsFormState<TrainingTexts>

/** @param what is edited: the training itself, or a draft */
export const useTrainingForm = (
  id: string | null,
  saved: TrainingFormState['base'],
  what: 'training' | 'draft' = 'training',
) => useTextsForm({ what, id, saved, isTexts: isTrainingTexts, sameTexts })

/** Puts the server's sentences beside the fields that they are about. */
export function showTrainingErrors(form: UseFormReturn<TrainingTexts>, error: unknown) {
  if (!(error instanceof ApiError) || !error.fields) return
  const texts = form.getValues('sections').map((_, at) => `sections.${at}.content` as const)
  if (showGonePictures(form, error, texts)) return
  showDrawErrors(form, error)
  for (const [path, message] of Object.entries(error.fields)) {
    const section = /^content\.(\d+)\.content$/.exec(path)
    if (section) form.setError(`sections.${Number(section[1])}.content`, { message })
    else if (Object.hasOwn(SERVER_FIELDS, path)) form.setError(SERVER_FIELDS[path]!, { message })
  }
}

/** Goes to a training's own page. */
export function useOpenTraining() {
  const navigate = useNavigate()
  return (id: string, state: HistoryState = {}) =>
    navigate<AnyRouter, string, string>({ to: `/training/${id}`, state })
}

type TrainingFormProps = ItemFormProps<TrainingTexts> & {
  /** The quiz as it is saved; null before that. */
  testId: string | null
}

const ORDER = [
  'title',
  'description',
  'duration',
  'category',
  'sections',
  'questions',
  'draws',
  'requiredScore',
  'maxAttempts',
  'dueDays',
  'retakeThreshold',
]

export function TrainingForm(props: TrainingFormProps) {
  const { state, testId } = props
  const { form } = state
  return (
    <ItemForm {...props} order={ORDER} isLong>
      <FormSection title="Basic Information">
        <BasicFields form={form} />
      </FormSection>
      <FormSection
        title="Content Sections"
        description="What people go through, one after the other. Drag a section by its handle, or use its arrows."
      >
        <SectionList form={form} />
      </FormSection>
      <FormSection
        title="Quiz Questions"
        description="Asked after the last section. Without questions, the training is complete once all sections were seen."
      >
        {/* Every form with questions has them under the same name. */}
        <QuestionList form={form as unknown as UseFormReturn<QuestionsTexts>} testId={testId} />
      </FormSection>
      <FormSection title="Training Settings">
        <SettingsFields form={form as unknown as UseFormReturn<SettingsTexts>}>
          <DueDays form={form} />
        </SettingsFields>
      </FormSection>
      <FormSection title="Linked Content" description="What belongs to this training beside it.">
        <LinkedContent form={form} />
      </FormSection>
    </ItemForm>
  )
}

function DueDays({ form }: { form: UseFormReturn<TrainingTexts> }) {
  return (
    <Field
      label="Due Days"
      hint="So many days after it is required of somebody; 0 means no due date."
      error={form.formState.errors.dueDays?.message}
    >
      <TextInput
        type="number"
        min={0}
        max={TRAINING_LIMITS.days}
        step={1}
        inputMode="numeric"
        {...form.register('dueDays', {
          validate: wholeNumber('Due days is a whole number of days, at least 0', {
            min: 0,
            max: TRAINING_LIMITS.days,
          }),
        })}
      />
    </Field>
  )
}

type BasicFieldsProps = { form: UseFormReturn<TrainingTexts> }

function BasicFields({ form }: BasicFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  const chosen = useWatch({ control: form.control, name: 'category' })
  const category = TRAINING_CATEGORIES.find(({ id }) => id === chosen)
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <TextInput
          autoComplete="off"
          {...register('title', {
            validate: { required: required('Please give the training a title'), long: upTo(200) },
          })}
        />
      </Field>
      <Field
        label="Description"
        optional
        hint="What somebody can do afterwards, in a sentence or two."
        error={errors.description?.message}
      >
        <TextArea
          rows={2}
          autogrow
          {...register('description', { validate: { long: upTo(2000) } })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Duration (minutes)" error={errors.duration?.message}>
          <TextInput
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            {...register('duration', {
              validate: wholeNumber('Duration is a whole number of minutes, at least 1', {
                min: 1,
                max: TRAINING_LIMITS.minutes,
              }),
            })}
          />
        </Field>
        <Field label="Category" hint={category?.description} error={errors.category?.message}>
          <Select {...register('category')}>
            <option value="">No category</option>
            {TRAINING_CATEGORIES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {chosen !== '' && !category && <option value={chosen}>{UNKNOWN_CATEGORY}</option>}
          </Select>
        </Field>
      </div>
    </>
  )
}

const kinds: { type: SectionType; label: string; icon: LucideIcon }[] = [
  { type: 'text', label: 'Text', icon: FileText },
  { type: 'video', label: 'Video', icon: Clapperboard },
  { type: 'slide', label: 'Slide', icon: Presentation },
]

type SectionListProps = { form: UseFormReturn<TrainingTexts> }

/** The sections of the form: added, removed, and put in order by drag, keys or buttons. */
function SectionList({ form }: SectionListProps) {
  const { fields, append, insert, move, remove } = useFieldArray({
    control: form.control,
    name: 'sections',
    keyName: 'key',
  })
  const titleAt = (index: number) => `Section ${index + 1}`

  const removeAt = (index: number) => {
    const section = form.getValues(`sections.${index}`)
    // The button goes with its section: the one that takes its place has the focus.
    flushSync(() => remove(index))
    const next = Math.min(index, fields.length - 2)
    if (next >= 0) form.setFocus(`sections.${next}.content`)
    toast.undo(`Section ${index + 1} was removed`, () => insert(index, section))
  }
  return (
    <div>
      {fields.length === 0 && (
        <p className="mb-4 rounded-lg border border-dashed border-line-control px-4 py-6 text-center text-muted">
          No sections yet. Begin with a text, a video or a slide.
        </p>
      )}
      <SortableList
        noun="section"
        keys={fields.map((field) => field.key)}
        titleAt={titleAt}
        onMove={move}
        onRemove={removeAt}
        renderLabel={(index) => <KindBadge type={fields[index]!.type} />}
      >
        {(index) =>
          fields[index]!.type === 'text' ? (
            <TextSection form={form} index={index} />
          ) : (
            <LinkSection form={form} index={index} type={fields[index]!.type} />
          )
        }
      </SortableList>
      <div className="mt-4 flex flex-wrap gap-2">
        {kinds.map(({ type, label, icon }) => (
          <Button
            key={type}
            variant="secondary"
            icon={icon}
            disabled={fields.length >= TRAINING_LIMITS.sections}
            onClick={() =>
              append(
                { sectionId: '', type, content: '' },
                { focusName: `sections.${fields.length}.content` },
              )
            }
          >
            Add {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

function KindBadge({ type }: { type: SectionType }) {
  const kind = kinds.find((one) => one.type === type)!
  return <Badge icon={kind.icon}>{kind.label}</Badge>
}

type TextSectionProps = { form: UseFormReturn<TrainingTexts>; index: number }

/** A text; a pasted, dropped or chosen picture is uploaded and stands where the cursor was. */
function TextSection({ form, index }: TextSectionProps) {
  const text = useRef<MarkdownHandle>(null)
  const upload = useSectionFile(form, index)
  const files = useWatch({ control: form.control, name: 'files' })

  const addPicture = async (file: File) => {
    const stored = await upload.send(file)
    if (!stored) return
    text.current?.insertPicture(stored.path, stored.name.replace(/\.\w+$/, ''))
  }
  const addPictures = async (pictures: File[]) => {
    for (const picture of upload.isSending ? [] : pictures) {
      // oxlint-disable-next-line no-await-in-loop -- they stand in the order in which they were chosen
      await addPicture(picture)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <MarkdownField
        control={form.control}
        name={`sections.${index}.content`}
        label="Text"
        longName={`the text of section ${index + 1}`}
        rows={8}
        rules={{
          validate: {
            unfinished: upload.unfinished,
            required: required('Please write the text of this section, or remove it'),
            long: upTo(TRAINING_LIMITS.sectionText),
          },
        }}
        error={form.formState.errors.sections?.[index]?.content?.message}
        preview={{
          label: `Preview of section ${index + 1}`,
          render: (source) => withFileUrls(source, files),
        }}
        actions={
          <PickFileButton
            label="Add Picture"
            icon={ImagePlus}
            accept="image/png,image/jpeg,image/gif,image/webp"
            disabled={upload.isSending}
            onPick={(file) => void addPicture(file)}
          />
        }
        onPictures={(pictures) => void addPictures(pictures)}
        addressOf={(source) => addressOf(source, files)}
        handle={text}
      />
      <SectionUpload state={upload} onRetry={(file) => void addPicture(file)} />
    </div>
  )
}
