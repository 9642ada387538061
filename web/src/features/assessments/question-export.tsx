import type { QuestionFormat } from '@frontdesk/contract/questions'
import { failureOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

const FORMATS: { format: QuestionFormat; label: string }[] = [
  { format: 'csv', label: 'As CSV' },
  { format: 'gift', label: 'As GIFT' },
  { format: 'moodle-xml', label: 'As Moodle XML' },
]

/** GIFT alone leaves out any; the file names them. */
const leftOutOf = (count: number) =>
  count === 1
    ? 'GIFT has no form for 1 of these questions: it was left out, and the file says which'
    : `GIFT has no form for ${count} of these questions: they were left out, and the file says which`

const NO_DRAWS = 'Random draws are in no file: export the question bank for what they draw from'

/** Saves the questions of a test, as they were last saved, to a file. */
export function QuestionExport({ testId }: { testId: string }) {
  const save = async (format: QuestionFormat) => {
    try {
      const { blob, filename, headers } = await download('GET /tests/:id/questions/export', {
        params: { id: testId },
        query: { format },
      })
      saveAs(blob, filename)
      const leftOut = Number(headers.get('X-Left-Out') ?? 0)
      if (leftOut > 0) toast.error(leftOutOf(leftOut))
      if (headers.has('X-Draws')) toast.success(NO_DRAWS)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to export the questions'))
    }
  }
  return (
    <Menu
      label="Export"
      variant="ghost"
      align="start"
      items={FORMATS.map(({ format, label }) => ({ label, onSelect: () => void save(format) }))}
    />
  )
}
