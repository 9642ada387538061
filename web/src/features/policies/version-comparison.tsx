import type { PolicyVersion } from '@frontdesk/contract/policies'
import { TextComparison } from '#web/features/editing/text-comparison.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import type { ChosenVersions } from './chosen-versions.ts'

type VersionComparisonProps = {
  versions: PolicyVersion[]
  chosen: ChosenVersions
  onChoose: (from: number, to: number) => void
}

/** Any two versions side by side. */
export function VersionComparison({ versions, chosen, onChoose }: VersionComparisonProps) {
  const { from, to } = chosen
  return (
    <section aria-label="Comparison" className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 sm:max-w-md">
        <VersionSelect
          label="Compare"
          versions={versions}
          value={from.version}
          onChange={(version) => onChoose(version, to.version)}
        />
        <VersionSelect
          label="with"
          versions={versions}
          value={to.version}
          onChange={(version) => onChoose(from.version, version)}
        />
      </div>
      <TextComparison
        key={`${from.version}-${to.version}`}
        caption={`Version ${from.version} beside version ${to.version}`}
        before={{ label: `Version ${from.version}`, title: from.title, content: from.content }}
        after={{ label: `Version ${to.version}`, title: to.title, content: to.content }}
      />
    </section>
  )
}

type VersionSelectProps = {
  label: string
  versions: PolicyVersion[]
  value: number
  onChange: (version: number) => void
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            Version {version}
          </option>
        ))}
      </Select>
    </Field>
  )
}
