import { nora, prose, tobias, type DemoPolicy } from './demo-policy.ts'

const first = prose`
Criminals read hacked mailboxes, wait for a closing to come near, and send the buyer wiring
instructions that look like ours. The money is often gone within a day. This policy applies to
every transaction and to everyone who works here.

# What we do not do

- We do not send wiring instructions by email. They come from the settlement company.
- We do not ask a client for a bank password or a one-time code.

# What we tell every client

Give the Wire-Fraud Notice at the first meeting, have it signed, and put it into the transaction
file. Explain it in your own words:

1. Treat changed wiring instructions as fraud until they have been proved genuine.
2. Before you send money, call the settlement company on a number that you know, never on one from
   an email.
3. Read the account number and the name on the account back to them.

# Our own mailboxes

- Use your office mailbox for every transaction, never a personal one.
- Switch on multi-factor sign-in. An account without it is closed.
- Do not open attachments that you did not expect. Call the sender.

# If money has gone to the wrong place

Act at once, at any hour, in this order:

1. The client calls the bank that sent the wire, asks for its fraud department and requests a
   recall.
2. Somebody here calls the bank that received it.
3. The client reports the crime at ic3.gov, the FBI's Internet Crime Complaint Center.
4. Call the designated broker.

# Sources

FBI Internet Crime Complaint Center (ic3.gov); Consumer Financial Protection Bureau, guidance on
mortgage closing scams. State rules on notices to clients vary; use our state's form where there
is one.
`

const second = prose`
Criminals read hacked mailboxes, wait for a closing to come near, and send the buyer wiring
instructions that look like ours. The money is often gone within a day. This policy applies to
every transaction and to everyone who works here.

# What we do not do

- We do not send wiring instructions by email or text message. They come from the settlement
  company.
- We do not ask a client for a bank password or a one-time code.

# What we tell every client

Give the Wire-Fraud Notice at the first meeting, have it signed, and put it into the transaction
file. Explain it in your own words:

1. Treat changed wiring instructions as fraud until they have been proved genuine.
2. Before you send money, call the settlement company on a number that you know, never on one from
   an email.
3. Read the account number and the name on the account back to them.

# Our own mailboxes

- Use your office mailbox for every transaction, never a personal one.
- Switch on multi-factor sign-in. An account without it is closed.
- Do not open attachments that you did not expect. Call the sender.

# If money has gone to the wrong place

Act at once, at any hour, in this order:

1. The client calls the bank that sent the wire, asks for its fraud department and requests a
   recall.
2. Somebody here calls the bank that received it.
3. The client reports the crime at ic3.gov, the FBI's Internet Crime Complaint Center.
4. Call Nora Lindqvist at (207) 555-0101. If she does not answer, call Tobias Grant at (207)
   555-0102.

# Sources

FBI Internet Crime Complaint Center (ic3.gov); Consumer Financial Protection Bureau, guidance on
mortgage closing scams. State rules on notices to clients vary; use our state's form where there
is one.
`

const third = prose`
Criminals read hacked mailboxes, wait for a closing to come near, and send the buyer wiring
instructions that look like ours. The money is often gone within a day. This policy applies to
every transaction, however small, and to everyone who works here.

# What we never do

- We never send wiring instructions by email or text message. They come from the settlement
  company.
- We never pass on a change to wiring instructions, even when it seems to come from the settlement
  company, the lender or somebody in this office.
- We never ask a client for a bank password or a one-time code.

# What we tell every client

Give the Wire-Fraud Notice at the first meeting, again with the signed contract, and again one
week before closing. Have it signed each time, and put it into the transaction file. Explain it in
your own words:

1. Treat changed wiring instructions as fraud until they have been proved genuine.
2. Before you send money, call the settlement company on a number that you were given in person,
   never on one from an email.
3. Read the account number and the name on the account back to them.
4. A familiar voice proves nothing: voices can be imitated. Hang up, and call the number you know.
5. Call again after sending, and confirm that the money has arrived.

# Our own mailboxes

- Use your office mailbox for every transaction, never a personal one.
- Switch on multi-factor sign-in. An account without it is closed.
- Look at your forwarding rules on the first Monday of each month. A rule that you did not make
  means that somebody is reading your mail: call Tobias Grant before you touch anything.
- Do not open attachments that you did not expect. Call the sender.

# If money has gone to the wrong place

Act at once, at any hour, in this order:

1. The client calls the bank that sent the wire, asks for its fraud department and requests a
   recall.
2. Somebody here calls the bank that received it.
3. The client reports the crime at ic3.gov, the FBI's Internet Crime Complaint Center. Its
   Recovery Asset Team asks banks to freeze the money; the chances fall quickly after the first 72
   hours.
4. Call Nora Lindqvist at (207) 555-0101. If she does not answer, call Tobias Grant at (207)
   555-0102.
5. Delete nothing. The messages are evidence.

# Sources

FBI Internet Crime Complaint Center (ic3.gov); Consumer Financial Protection Bureau, guidance on
mortgage closing scams. State rules on notices to clients vary; use our state's form where there
is one.
`

export const wireFraudPrevention: DemoPolicy = {
  category: 'Money',
  signing: {
    comparison: true,
    typed_name: true,
    identity: false,
    reading: true,
    consent:
      'I have read this policy. Before any money is wired I call a number that I know, and I tell every client to do the same.',
  },
  description:
    'How we keep a client’s money from being wired to a thief, and what to do in the first hour.',
  versions: [
    {
      title: 'Wire-Fraud Prevention',
      content: first,
      material: true,
      daysAgo: 340,
      author: nora,
    },
    {
      title: 'Wire-Fraud Prevention',
      content: second,
      material: false,
      daysAgo: 148,
      author: tobias,
    },
    {
      title: 'Wire-Fraud Prevention',
      content: third,
      material: true,
      daysAgo: 9,
      author: nora,
    },
  ],
  assignments: [{ everyone: true, dueInDays: 5 }],
}
