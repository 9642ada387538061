import { Fragment } from 'react'
import { Terminal } from './terminal.tsx'

const records = [
  {
    sequence: 456,
    name: 'Andre Baptiste',
    at: '11:32 AM',
    before: '68c18d…ad52',
    hash: 'c43cd9…ab7a',
  },
  { sequence: 457, name: 'Ravi Menon', at: '11:42 AM', before: 'c43cd9…ab7a', hash: 'b45094…8844' },
  {
    sequence: 458,
    name: 'Siobhan Doyle',
    at: '11:47 AM',
    before: 'b45094…8844',
    hash: '689781…48f5',
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
          { printed: 'The chain is intact: 458 acknowledgments, ending in 689781…48f5' },
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
