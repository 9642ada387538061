import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { Clapperboard, FileText, type LucideIcon, Presentation } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LinkSection } from './link-section.tsx'
import { TextSection } from './text-section.tsx'
import type { SectionType, TrainingTexts } from './training-texts.ts'

const kinds: { type: SectionType; label: string; icon: LucideIcon }[] = [
  { type: 'text', label: 'Text', icon: FileText },
  { type: 'video', label: 'Video', icon: Clapperboard },
  { type: 'slide', label: 'Slide', icon: Presentation },
]

type SectionListProps = { form: UseFormReturn<TrainingTexts> }

/** The sections of the form: added, removed, and put in order by drag, keys or buttons. */
export function SectionList({ form }: SectionListProps) {
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
