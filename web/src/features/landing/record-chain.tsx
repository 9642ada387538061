import { Fragment } from 'react'
import { Terminal } from '#web/features/landing/terminal.tsx'

const records = [
  { sequence: 464, name: 'Maya Okafor', at: '4:32 PM', hash: '1a0043…5855', before: '881a87…854a' },
  {
    sequence: 465,
    name: 'Tyler Benson',
    at: '4:41 PM',
    hash: '1bfa7a…d834',
    before: '1a0043…5855',
  },
  {
    sequence: 466,
    name: 'Olivia Pelletier',
    at: '4:46 PM',
    hash: 'c2989c…4ac0',
    before: '1bfa7a…d834',
  },
]

/** Three records, each holding the hash of the one before it. */
export function RecordChain() {
  return (
    <div className="space-y-4">
      <ol
        aria-label="Three records in a chain"
        className="grid text-base md:grid-cols-[1fr_2rem_1fr_2rem_1fr]"
      >
        {records.map((record, index) => (
          <Fragment key={record.sequence}>
            {index > 0 && <Joint />}
            <Slip {...record} />
          </Fragment>
        ))}
      </ol>
      <Terminal
        lines={[
          { typed: 'npm run admin -- verify' },
          { printed: 'The chain is intact: 466 acknowledgments, ending in c2989c…4ac0' },
        ]}
      />
    </div>
  )
}

function Joint() {
  return (
    <li
      aria-hidden="true"
      className="mx-auto h-6 w-px bg-accent md:mx-0 md:h-px md:w-full md:self-center"
    />
  )
}

function Slip({ sequence, name, at, hash, before }: (typeof records)[number]) {
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <p className="flex justify-between text-sm text-muted">
        <span>Record {sequence}</span>
        <span>{at}</span>
      </p>
      <p className="mt-1 font-semibold">{name}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm">
        <dt className="text-muted">Before it</dt>
        <dd className="text-right font-mono text-xs text-accent">{before}</dd>
        <dt className="text-muted">This one</dt>
        <dd className="text-right font-mono text-xs text-accent">{hash}</dd>
      </dl>
    </li>
  )
}
