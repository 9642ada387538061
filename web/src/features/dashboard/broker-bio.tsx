import type { BrokerageTexts } from '@frontdesk/contract/settings'
import { Avatar } from '#web/ui/avatar.tsx'
import { Bio } from '#web/ui/bio.tsx'

type BrokerBioProps = {
  texts: Pick<BrokerageTexts, 'broker_name' | 'broker_title' | 'broker_bio'>
}

/** Whose name is on the door; nothing until somebody has written about them. */
export function BrokerBio({ texts }: BrokerBioProps) {
  const { broker_name: name, broker_title: title, broker_bio: bio } = texts
  if (!bio) return null
  return (
    <section
      aria-labelledby="broker"
      className="min-w-0 border-t-[5px] border-double border-line-strong pt-5"
    >
      <div className="flex items-center gap-3.5">
        <Avatar name={name} size="lg" />
        <div className="min-w-0">
          <h2 id="broker" className="text-lg leading-snug font-semibold">
            {name}
          </h2>
          <p className="text-sm text-muted">{title}</p>
        </div>
      </div>
      <Bio source={bio} className="mt-4" />
    </section>
  )
}
