import { nora, prose, tobias } from '../policies/demo-policy.ts'
import type { DemoTraining } from './demo-training.ts'

export const wireFraud: DemoTraining = {
  title: 'Stopping Wire Fraud',
  description: 'How thieves take closing money, and the call that stops them.',
  category: 'security',
  duration: 25,
  requiredScore: 90,
  dueDays: 14,
  maxAttempts: 3,
  retakeThreshold: 365,
  shuffle: true,
  author: tobias,
  writtenDaysAgo: 160,
  sections: [
    {
      type: 'text',
      content: prose`
# How it happens

A thief reads the mailbox of anybody in the deal: ours, the lender's, the buyer's own. They wait. A
few days before closing the buyer gets a message that looks like ours, with the right names, the
right address and the right sum, and **new wiring instructions**. The money is gone within hours.

The FBI calls this business e-mail compromise. Its Internet Crime Complaint Center counted **2.9
billion dollars** of losses from it in the United States in 2023 alone.

*Source: FBI Internet Crime Report 2023.*
`,
    },
    {
      type: 'text',
      content: prose`
# Signs

- Instructions change, at any time, for any reason.
- It is urgent, and the sender can't be reached by telephone right now.
- The address is off by a letter: harborandpine.co, harb0randpine.
- The account is in another name or another state than the title company.
- Somebody asks you to keep it between the two of you.

A message can pass **every** look at its address and still be false: thieves write from real, stolen
mailboxes. So signs are not the rule. The call is the rule.
`,
    },
    {
      type: 'text',
      content: prose`
# The call

1. On the first day, give each client our wire-fraud sheet and have it signed. It says: *we never send
   or change wiring instructions by e-mail.*
2. Before any wire, the client calls the title company on a number that they had **before**, from the
   first meeting or from the company's own sign. Never the number in the message.
3. They read the account number aloud, and the other side confirms it.
4. A second call on the day after: did it arrive?

You do not forward, type or repeat wiring instructions. Not even correct ones: [the policy says
so](policy:Wire-Fraud Prevention#We never pass on).
`,
    },
    {
      type: 'text',
      content: prose`
# When it has happened

Minutes count. In this order:

1. The client calls **their bank's fraud line** and asks for a recall of the wire.
2. The receiving bank is called too.
3. A report at **ic3.gov**. Within about 72 hours the FBI's Recovery Asset Team can ask banks to freeze
   the money.
4. Nora, then the title company. Nobody deletes a mail.

Nobody is blamed here for calling early. Somebody who waits until Monday loses the house.

*Source: FBI IC3, Recovery Asset Team and its Financial Fraud Kill Chain.*
`,
    },
  ],
  questions: [
    {
      question:
        'A client receives new wiring instructions from your own address. What should they do?',
      options: [
        'Call the title company on a number they had before',
        'Reply and ask whether it is true',
        'Call the number in the message',
        'Send a small sum first',
      ],
      points: 2,
    },
    {
      question: 'Why is checking the sender’s address not enough?',
      options: [
        'Thieves write from real, stolen mailboxes',
        'Addresses are hard to read on a telephone',
        'Mail programs hide them',
        'Title companies use several addresses',
      ],
    },
    {
      question: 'Who at Harbor & Pine may send wiring instructions by e-mail?',
      options: ['Nobody', 'The listing agent', 'Nora only', 'Whoever handles the closing'],
    },
    {
      question: 'Money was wired to a thief an hour ago. What is first?',
      options: [
        'The client’s bank, to recall the wire',
        'The police station on the next working day',
        'A message to all our clients',
        'A new wire to the right account',
      ],
      points: 2,
    },
    {
      question: 'Where is a report filed so that the FBI can ask banks to freeze money?',
      options: ['ic3.gov', 'hud.gov', 'The MLS', 'The state’s real estate commission'],
    },
    {
      question: 'When does a client get the wire-fraud sheet?',
      options: [
        'On the first day',
        'A week before closing',
        'At closing',
        'Once something is suspicious',
      ],
    },
  ],
  draws: [{ topic: 'Wire fraud in practice', questions: 3 }],
  policies: ['Wire-Fraud Prevention'],
  processes: ['Closing Checklist'],
  requiredOf: { everyone: true },
}

export const showingSafety: DemoTraining = {
  title: 'Safety at Showings',
  description: 'Before, during and after meeting somebody in an empty house.',
  category: 'skills',
  duration: 20,
  requiredScore: 80,
  dueDays: 30,
  maxAttempts: 3,
  author: nora,
  writtenDaysAgo: 120,
  sections: [
    {
      type: 'text',
      content: prose`
# Before

- **Meet at the office first.** Copy a photo ID; keep it in the client's file, not on your phone.
- Put address, name and end time into the shared calendar. Your partner knows when to call.
- Look at the house by daylight before the first evening showing: exits, dead ends, where the
  telephone works.
- Charge the phone. Park on the street, nose out, never blocked in the driveway.

Somebody who refuses to show an ID does not get a private showing. That holds for everybody alike,
which is also what fair housing asks for.
`,
    },
    {
      type: 'text',
      content: prose`
# During

- Unlock, step aside, let them lead. You stay between them and the door.
- No basements, attics or walk-in closets with a stranger: "Have a look, I'll wait here."
- Valuables and medicine are locked away by the seller; you check before the first visit.
- The code word is **"the red file"**. Whoever hears it on the telephone asks yes-or-no questions and
  calls 911.

Trust the feeling. Leaving needs no reason: "My office is calling, I have to take this outside."
`,
    },
    {
      type: 'text',
      content: prose`
# After

1. Walk through all rooms and lock every window and door.
2. Send "done" to your partner.
3. Write down what happened if anything felt wrong, also if you can't say why. Nora reads these, and
   the next agent is warned.

At an open house there are two of us, always, and the sign-in sheet stands at the door.
`,
    },
  ],
  questions: [
    {
      question: 'Where does a first meeting with a new client take place?',
      options: ['At the office', 'At the house', 'In the client’s car', 'At the client’s hotel'],
    },
    {
      question: 'Who goes first when you enter a room with a stranger?',
      options: [
        'They do, you stay near the door',
        'You do, to switch on the light',
        'It does not matter',
        'Whoever is older',
      ],
    },
    {
      question: 'A caller asks you for “the red file”. What do you do?',
      options: [
        'Ask yes-or-no questions and call 911',
        'Look for a red file',
        'Ask them to call back',
        'Tell them that Nora has it',
      ],
      points: 2,
    },
    {
      question: 'Somebody refuses to show a photo ID. What follows?',
      options: [
        'No private showing, as for everybody',
        'A showing if they seem nice',
        'A showing by daylight only',
        'A showing if a colleague knows them',
      ],
    },
    {
      question: 'How do you park at a showing?',
      options: [
        'On the street, nose out',
        'In the garage',
        'In the driveway behind the client',
        'At the next corner, out of sight',
      ],
    },
  ],
  policies: ['Showing Safety'],
  processes: ['Open House'],
  requiredOf: { roles: ['agent'] },
}

export const dataHandling: DemoTraining = {
  title: 'Handling Client Data',
  description: 'What we may keep, where it lies, and what to do when it gets out.',
  category: 'security',
  duration: 25,
  requiredScore: 80,
  dueDays: 30,
  maxAttempts: 3,
  retakeThreshold: 730,
  author: tobias,
  writtenDaysAgo: 90,
  sections: [
    {
      type: 'text',
      content: prose`
# What is sensitive

Some data opens doors: Social Security and driver's license numbers, bank statements, tax returns,
medical notes, door codes, the dates on which a house is empty.

Three questions before you take any of it:

1. Do we need it for this deal?
2. Could we look at it without keeping it?
3. When will it be destroyed?

A pre-approval letter is enough. We don't collect the statements behind it.
`,
    },
    {
      type: 'text',
      content: prose`
# Where it lies

- In the **transaction file**, never in a mailbox, a chat or the photo roll of a telephone.
- Devices are encrypted, lock after five minutes and get updates within two weeks.
- Two-step sign-in everywhere. Codes come from an app or a key; a code that somebody asks you for on
  the telephone is for a thief.
- Paper goes into the locked cabinet, then into the shredder. Federal law asks that consumer reports
  are destroyed so that they can't be read.

*Source: FTC Disposal Rule, 16 C.F.R. Part 682.*
`,
    },
    {
      type: 'text',
      content: prose`
# When it got out

A lost laptop, a file sent to the wrong Smith, a password typed into a false page: tell Tobias **at
once**, at any hour. Then:

1. Write down what, when, whose data, who can see it now.
2. Change the password from another device; end all sessions.
3. Leave the rest alone. Every state has a law on telling the people concerned, with deadlines that
   begin when we learn of it. Deciding about that is not your job; telling us is.
`,
    },
  ],
  questions: [
    {
      question: 'A buyer offers to send you bank statements. What do you ask for instead?',
      options: [
        'A pre-approval letter',
        'Only the last page',
        'A photograph of them',
        'The login to look yourself',
      ],
    },
    {
      question: 'Where does a copy of a client’s ID belong?',
      options: [
        'In the transaction file',
        'In your photo roll',
        'In the office chat',
        'In your mailbox, to find it again',
      ],
    },
    {
      question:
        'Somebody from “IT” asks on the telephone for the code that you just received. What is it?',
      options: [
        'An attempt to steal your account',
        'The usual check',
        'A test by the MLS',
        'Fine if they know your name',
      ],
      points: 2,
    },
    {
      question: 'You sent a contract to the wrong person. When do you tell Tobias?',
      options: [
        'At once',
        'If they open it',
        'At the next meeting',
        'After asking them to delete it',
      ],
    },
    {
      question: 'What does the FTC’s Disposal Rule ask for?',
      options: [
        'Consumer reports are destroyed so that they can’t be read',
        'Files are kept for ever',
        'Laptops are replaced each year',
        'Passwords are changed monthly',
      ],
    },
    {
      question: 'Which of these is sensitive?',
      options: [
        'The dates on which a house is empty',
        'The street’s name',
        'The list price',
        'The year of construction',
      ],
    },
  ],
  policies: ['Client Data and Privacy', 'Remote Work and Device Security'],
  requiredOf: { everyone: true },
}
