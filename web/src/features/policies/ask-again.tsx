import { useId } from 'react'
import { Checkbox } from '#web/ui/field.tsx'
import { makesVersion, type PolicyTexts } from './policy-texts.ts'

type AskAgainProps = {
  /** What is live. */
  saved: PolicyTexts
  /** What the form has. */
  texts: PolicyTexts
  version: number
  material: boolean
  onChange: (material: boolean) => void
}

/** Whether those who acknowledged before have to do so again. */
export function AskAgain({ saved, texts, version, material, onChange }: AskAgainProps) {
  const hintId = useId()
  const matters = makesVersion(saved, texts)
  return (
    <div>
      <Checkbox
        label="Ask everyone to acknowledge again"
        aria-describedby={hintId}
        disabled={!matters}
        checked={material}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={hintId} className="mt-0.5 ml-7 text-sm text-muted">
        {matters
          ? `Untick it for small corrections, such as spelling: acknowledgments of version ${version} then still count.`
          : 'Nobody is asked again until the title or the content changes.'}
      </p>
    </div>
  )
}
