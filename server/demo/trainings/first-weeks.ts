import { prose, tobias } from '../policies/demo-policy.ts'
import type { DemoTraining } from './demo-training.ts'

export const onboarding: DemoTraining = {
  title: 'Your First Thirty Days',
  description: 'Who is who, where things are, and what to have done by the end of the month.',
  category: 'onboarding',
  duration: 35,
  requiredScore: 70,
  dueDays: 14,
  maxAttempts: 0,
  showAnswers: true,
  author: tobias,
  writtenDaysAgo: 300,
  sections: [
    {
      type: 'text',
      content: prose`
# Week one: papers and people

- Your license hangs with us before you talk to a first client. Look for your name in the state's
  register yourself.
- Read and acknowledge the policies that [Front Desk](/policies) shows as waiting.
- Lunch with Nora on day three. Bring questions; there is no stupid one.
- Your **partner** for showings is named on the board by the kitchen. They have your calendar, you
  have theirs.
`,
    },
    {
      type: 'text',
      content: prose`
# Week two: along with somebody

Two private showings, one open house and one listing appointment beside a colleague. You carry the
keys, they talk. Afterwards, fifteen minutes: what was said, what was not, and why.

Write your first buyer sheet and your first comparative market analysis on a house that is sold
already. Then look at what it went for.
`,
    },
    {
      type: 'text',
      content: prose`
# Weeks three and four: on your own, with a net

- First client of your own; Tobias reads every form before it is signed, for the first three deals.
- Offers go out only after a second pair of eyes.
- Earnest money is brought to the office **on the day you get it**, never kept in a bag overnight.
- By day thirty: all required trainings passed, three buyer sheets, and one question to the whole
  meeting on Tuesday.
`,
    },
  ],
  questions: [
    {
      question: 'When may you talk to a first client?',
      options: [
        'Once your license hangs with us',
        'On the first day',
        'After lunch with Nora',
        'After thirty days',
      ],
    },
    {
      question: 'Who has your calendar during showings?',
      options: ['Your partner', 'Nobody', 'The client', 'The title company'],
    },
    {
      question: 'When does earnest money come to the office?',
      options: ['On the day you get it', 'Within a week', 'At closing', 'When it is convenient'],
      points: 2,
    },
    {
      question: 'How many of your first deals does Tobias read?',
      options: ['Three', 'One', 'Ten', 'None'],
    },
    {
      question: 'Earnest money may stay in your bag overnight if you lock the car.',
      isTrue: false,
    },
    {
      question: 'Put your first thirty days in order.',
      inOrder: [
        'Your license hangs with us',
        'Lunch with Nora',
        'Two showings beside a colleague',
        'A first client of your own',
      ],
      points: 2,
    },
    {
      question: 'What do you do at your first two showings?',
      options: [
        'Carry the keys and listen',
        'Lead them alone',
        'Negotiate the price',
        'Wait in the car',
      ],
    },
  ],
  processes: ['New-Agent Onboarding'],
}

export const crmBasics: DemoTraining = {
  title: 'CRM Basics',
  description: 'Enough of our contact database that no client is forgotten.',
  category: 'skills',
  duration: 20,
  requiredScore: 70,
  dueDays: 0,
  maxAttempts: 0,
  showAnswers: true,
  author: tobias,
  writtenDaysAgo: 60,
  sections: [
    {
      type: 'text',
      content: prose`
# One person, one record

Search before you add. A person who is in twice gets two Christmas cards and no call. The record has
a name as they write it, **one** telephone number that works, an e-mail address, and where they came
from: referral, open house, sign, web.

Write what was said, not what you think of them: any client may ask to see their record.
`,
    },
    {
      type: 'text',
      content: prose`
# The next step has a date

Each open record ends with a next step and a date. "Call in spring" is not one; "Call on March 3,
ask about the school year" is.

| Stage | The next step is at most |
|---|---|
| New | 1 day away |
| Looking or preparing to list | 7 days away |
| Under contract | as the checklist says |
| Past client | 6 months away |

Every Monday your list shows what is overdue. Empty it before lunch.
`,
    },
    {
      type: 'text',
      content: prose`
# Calls, texts and "stop"

- Look at the **do-not-call** mark before you dial. Numbers on the National Do Not Call Registry may
  not be called to offer our services, unless the person asked us to or did business with us within
  the last 18 months.
- Marketing e-mail carries our street address and a way to unsubscribe, which works within ten
  business days.
- Whoever says "stop" is marked the same minute, in all lists.

*Source: FTC Telemarketing Sales Rule, 16 C.F.R. Part 310; CAN-SPAM Act, 15 U.S.C. § 7704.*
`,
    },
  ],
  questions: [
    {
      question: 'What do you do before adding a person?',
      options: ['Search for them', 'Call them', 'Ask Tobias', 'Export the list'],
    },
    {
      question: 'Which of these is a next step?',
      options: [
        'Call on March 3 about the school year',
        'Call in spring',
        'Keep in touch',
        'Very promising',
      ],
    },
    {
      question: 'How far away is the next step of a new contact at most?',
      options: ['One day', 'One week', 'One month', 'Six months'],
    },
    {
      question: 'Within how many business days must an unsubscribe work?',
      accepted: ['Ten', '10', 'Ten business days', '10 business days', 'Ten days', '10 days'],
    },
    {
      question: 'Which of these belong in the record of a person?',
      right: [
        'A telephone number that works',
        'Where they came from',
        'The next step, with its date',
      ],
      wrong: ['What you think of them'],
    },
    {
      question: 'What belongs in the notes of a record?',
      options: [
        'What was said',
        'What you think of them',
        'Their religion',
        'Guesses about their income',
      ],
    },
  ],
}
