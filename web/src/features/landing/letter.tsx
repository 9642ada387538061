import { Briefcase, UserRound, UsersRound } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { FirstWeek, ProductPicture, QuizSlip, RunSheet, Terminal } from './exhibits.tsx'
import phoneDark from './phone-dark.webp'
import phoneLight from './phone-light.webp'

/** What the product does, matter by matter. */
export function Letter() {
  return (
    <div className="mx-auto w-full max-w-[72rem] px-(--page-gutter)">
      <Memo
        subject="The reading"
        title="Read it, agree, get back to your clients."
        beside
        exhibit={<PhonePicture />}
      >
        <p>
          What awaits somebody stands on their first page, the earliest date on top. The policy
          opens on a phone as well as on a desk, in light or dark, with the sentence they agree to
          and one button beneath it.
        </p>
        <p>
          If the policy was changed while they were reading, the button says so and shows the new
          text first. Nobody agrees to words they have not seen.
        </p>
      </Memo>
      <Memo
        subject="The record"
        title="An answer you can show to somebody else."
        exhibit={<RecordChain />}
      >
        <p>
          An acknowledgment keeps the person’s name, email and role as they were that day, the
          version and a fingerprint of its exact text, the sentence, the time, the network address
          and the browser.
        </p>
        <p>
          It also keeps the hash of the record before it. Change a letter anywhere, and the chain no
          longer fits: one command recomputes it and names the first record that is wrong.
        </p>
      </Memo>
      <DailyWork />
      <Memo subject="Versions" title="Nothing is overwritten." exhibit={<VersionsCompared />}>
        <p>
          A changed text becomes the next version, and any two can be read side by side. You decide
          whether an edit asks everyone to acknowledge again. A corrected typo need not.
        </p>
      </Memo>
      <Memo
        subject="Assignments"
        title="Ask everyone, even those you have yet to hire."
        exhibit={<AssignmentSlip />}
      >
        <p>
          Require a policy of single people, of a role or of everyone, with a date or without. Roles
          and everyone include whoever joins later: the policy waits for them on their first day.
        </p>
      </Memo>
      <Memo subject="Where it runs" title="In your office, with one command." exhibit={<Start />}>
        <p>
          Front Desk brings its own database and keeps everything in one folder on your computer or
          server; nothing leaves the brokerage. No outside fonts, scripts or trackers. Another
          command backs it all up while it runs. It is free software under the AGPL, without a price
          per person.
        </p>
      </Memo>
    </div>
  )
}

/** Beside the policies: how things are done, who is new, and what they learn. */
function DailyWork() {
  return (
    <>
      <Memo subject="Processes" title="How it is done here, step by step." exhibit={<RunSheet />}>
        <p>
          Document a closing, an open house or a new listing once: steps in order, with who does
          them and how long they take. Start a run for each deal, and every step is ticked with a
          name and a time, handed on where the next one is somebody else’s, and printed on one
          sheet.
        </p>
      </Memo>
      <Memo
        subject="The first week"
        title="Onboard people before they ask where things are."
        exhibit={<FirstWeek />}
      >
        <p>
          Paste the addresses from your mail, and everyone gets a link of their own. On their first
          day the policies to sign, the trainings to take and the documents to know wait on one
          page, the most urgent on top.
        </p>
      </Memo>
      <Memo subject="Training" title="Taught, asked and on paper." exhibit={<QuizSlip />}>
        <p>
          Deliver training as text, video or slides, with a quiz at the end. Set the score that
          passes and how many attempts there are. Whoever passes gets a certificate with a code that
          anyone can check, and is asked again when it is due for renewal.
        </p>
      </Memo>
    </>
  )
}

function Start() {
  return (
    <Terminal
      lines={[
        { typed: 'npm start' },
        { printed: 'Front Desk is listening on http://127.0.0.1:3000' },
      ]}
    />
  )
}

type MemoProps = {
  subject: string
  title: string
  exhibit: ReactNode
  /** A tall exhibit stands beside the text instead of under it. */
  beside?: boolean
  children: ReactNode
}

/** One matter of the letter: its subject in the margin, its point and what shows it beside it. */
function Memo({ subject, title, exhibit, beside, children }: MemoProps) {
  return (
    <section className="grid gap-x-10 gap-y-3 border-t border-line py-12 sm:py-16 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="text-muted lg:pt-2">
        <span className="text-accent">Re:</span> {subject}
      </p>
      <div
        className={classes(
          'grid min-w-0 grid-cols-1 gap-8',
          beside && 'sm:grid-cols-[minmax(0,1fr)_19rem] sm:gap-12',
        )}
      >
        <div>
          <h2 className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">{title}</h2>
          <div className="mt-4 max-w-[40rem] space-y-4 text-lg text-muted">{children}</div>
        </div>
        {exhibit}
      </div>
    </section>
  )
}

/** A policy on an agent's phone, waiting to be acknowledged. */
function PhonePicture() {
  return (
    <ProductPicture
      light={phoneLight}
      dark={phoneDark}
      alt="A policy on a phone: its title, its version and the badge Acknowledgement Required; then its text and, over the foot of the page, the due date, the sentence to agree to and the button Acknowledge Policy."
      width={780}
      height={1500}
      className="mx-auto h-auto w-full max-w-[19rem] rounded-[1.75rem] border-[5px] border-line-strong bg-surface shadow-overlay"
    />
  )
}

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
function RecordChain() {
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

/** The same paragraphs of two versions, with what differs marked as the product marks it. */
function VersionsCompared() {
  return (
    <div className="grid overflow-hidden rounded-lg border border-line bg-surface text-base md:grid-cols-2">
      <Version title="Version 2" by="Tobias Grant">
        <Passage removed>
          We <Removed>do not</Removed> send wiring instructions by email or text message. They come
          from the settlement company.
        </Passage>
        <Passage removed>
          Before you send money, call the settlement company on a number that you{' '}
          <Removed>know</Removed>, never on one from an email.
        </Passage>
      </Version>
      <Version title="Version 3" by="Nora Lindqvist" later>
        <Passage>
          We <Added>never</Added> send wiring instructions by email or text message. They come from
          the settlement company.
        </Passage>
        <Passage>
          Before you send money, call the settlement company on a number that you{' '}
          <Added>were given in person</Added>, never on one from an email.
        </Passage>
      </Version>
    </div>
  )
}

type VersionProps = { title: string; by: string; later?: boolean; children: ReactNode }

function Version({ title, by, later, children }: VersionProps) {
  return (
    <div className={classes(later && 'border-line max-md:border-t md:border-l')}>
      <p className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-3">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-muted">{by}</span>
      </p>
      {children}
    </div>
  )
}

function Passage({ removed, children }: { removed?: boolean; children: ReactNode }) {
  return (
    <p className={classes('px-5 py-3', removed ? 'bg-danger-soft/55' : 'bg-success-soft/60')}>
      {children}
    </p>
  )
}

function Removed({ children }: { children: ReactNode }) {
  return (
    <del className="-mx-0.5 rounded-sm bg-danger-line/60 box-decoration-clone px-0.5 text-danger decoration-danger/60">
      {children}
    </del>
  )
}

function Added({ children }: { children: ReactNode }) {
  return (
    <ins className="-mx-0.5 rounded-sm bg-success-line/70 box-decoration-clone px-0.5 text-success decoration-success/60 underline-offset-3">
      {children}
    </ins>
  )
}

const rows = [
  { icon: UsersRound, who: 'Everyone', note: 'and whoever joins later', due: 'Due Nov 26' },
  { icon: Briefcase, who: 'All agents', note: 'and every agent hired later', due: 'Due Dec 11' },
  { icon: UserRound, who: 'Amara Diallo', note: 'Relocation Specialist', due: 'No date' },
]

/** For whom a policy is required, like the routing slip clipped to a folder. */
function AssignmentSlip() {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-base">
      {rows.map(({ icon: Icon, who, note, due }) => (
        <li key={who} className="flex items-center gap-x-3 px-5 py-3.5">
          <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
          <p className="min-w-0 grow">
            <span className="mr-2 inline-block font-semibold">{who}</span>
            <span className="inline-block text-muted">{note}</span>
          </p>
          <Badge>{due}</Badge>
        </li>
      ))}
    </ul>
  )
}
