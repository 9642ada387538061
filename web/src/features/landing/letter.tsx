import { AssignmentSlip } from './assignment-slip.tsx'
import { FirstWeek, QuizSlip, RunSheet } from './exhibits.tsx'
import { Memo } from './memo.tsx'
import { PhonePicture } from './phone-picture.tsx'
import { RecordChain } from './record-chain.tsx'
import { Terminal } from './terminal.tsx'
import { VersionsCompared } from './versions-compared.tsx'

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
