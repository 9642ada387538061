import { nora, prose } from '../policies/demo-policy.ts'
import type { DemoTraining } from './demo-training.ts'

export const fairHousing: DemoTraining = {
  title: 'Fair Housing in Daily Work',
  description: 'What the law protects, and how to speak, write and show so that nobody is steered.',
  category: 'compliance',
  duration: 45,
  requiredScore: 80,
  dueDays: 30,
  maxAttempts: 3,
  retakeThreshold: 365,
  shuffle: true,
  showAnswers: true,
  author: nora,
  writtenDaysAgo: 190,
  sections: [
    {
      type: 'text',
      content: prose`
# What the law protects

The federal **Fair Housing Act** forbids discrimination in selling, renting and financing homes
because of seven characteristics:

- race
- color
- religion
- sex
- national origin
- familial status (children under 18, pregnancy, people who are adopting)
- disability

The **Civil Rights Act of 1866** adds that race may never be a ground in any property transaction,
with no exception for anybody. State and city law often protects more people, for example by age,
marital status, sexual orientation or source of income. The stricter rule is the one we follow.

*Source: 42 U.S.C. §§ 3601–3619 (Fair Housing Act); 42 U.S.C. § 1982 (Civil Rights Act of 1866).*
`,
    },
    {
      type: 'text',
      content: prose`
# Steering, in words and by silence

Steering is leading somebody towards or away from a neighborhood because of a protected
characteristic. It needs no bad intent. It happens in small sentences:

- "You'll feel at home there, many families like yours live there."
- "I would not look at that side of the river."
- Leaving listings out of a search because *we* think that the client would not fit.

## What to say instead

| When somebody asks | Answer with |
|---|---|
| Is it a safe area? | Where the police publish their figures, and that they decide |
| Are the schools good? | The state's school report, never a grade of our own |
| What kind of people live there? | That we can't speak about that, and why |

Search by what the **client** names: price, rooms, commute, yard. Write the criteria down and show
everything that meets them.
`,
    },
    {
      type: 'text',
      content: prose`
# Disability: accommodation and modification

Two rights are asked for most often:

1. **Reasonable accommodation**: a change of a rule. An assistance animal lives where the rule says
   "no pets"; it is not a pet, and a pet fee may not be charged for it.
2. **Reasonable modification**: a change of the building, such as a ramp or grab bars. In private
   housing the tenant usually pays for it, and the landlord must allow it.

Bring every request to Nora on the same day, in writing. Don't judge it yourself, and never ask
what somebody's diagnosis is.

*Source: 42 U.S.C. § 3604(f)(3).*
`,
    },
    {
      type: 'text',
      content: prose`
# How we show, list and record

- The same greeting, the same questions, the same disclosures for everybody. Use the buyer sheet.
- Offer every client the same number of tours and the same hours.
- Describe the property, not the people: "two blocks to the park", not "perfect for families".
- Keep notes of what was asked for and what was shown. A complaint may be filed with HUD for **one
  year** after the event.

If a seller or landlord tells you whom they do not want, stop. Tell them that neither they nor we
may do that, write down the words, and tell Nora today. We end a listing rather than break this law.

*Source: 42 U.S.C. § 3610(a)(1)(A)(i) for the year.*
`,
    },
  ],
  questions: [
    {
      question: 'Which of these is a protected class under the federal Fair Housing Act?',
      options: ['Familial status', 'Occupation', 'Credit score', 'Political opinion'],
    },
    {
      question: 'A buyer asks whether an area is safe. What do you do?',
      options: [
        'Point to where crime figures are published and let them judge',
        'Say honestly what you think of the area',
        'Suggest another area to be on the safe side',
        'Say that all areas are equally safe',
      ],
    },
    {
      question: 'When does leaving listings out of a search become steering?',
      options: [
        'When they are left out because of who the client is',
        'When the client set a lower price',
        'When they lack the rooms that the client named',
        'Only when it is done on purpose',
      ],
    },
    {
      question:
        'A tenant with an assistance animal applies where pets are not allowed. What is right?',
      options: [
        'The animal is no pet, and no pet fee may be charged',
        'The rule applies to everybody alike',
        'The animal is allowed for the usual pet fee',
        'They must tell us their diagnosis first',
      ],
      points: 2,
    },
    {
      question: 'Which sentence may stand in a listing?',
      options: [
        'Two blocks to the park and the library',
        'Perfect for young families',
        'Quiet building, mature tenants preferred',
        'Walking distance to the best church in town',
      ],
    },
    {
      question: 'A seller tells you not to show the house to a certain group. What do you do?',
      options: [
        'Refuse, write down the words and tell Nora the same day',
        'Follow the instruction, because the seller owns the house',
        'Show it to everybody and say nothing',
        'Ask the seller to put it in an e-mail and wait',
      ],
      points: 2,
    },
    {
      question: 'Which law bars racial discrimination in property without any exception?',
      options: [
        'The Civil Rights Act of 1866',
        'The Real Estate Settlement Procedures Act',
        'The Americans with Disabilities Act',
        'The Truth in Lending Act',
      ],
    },
  ],
  draws: [{ topic: 'Fair housing at the door', questions: 2 }],
  policies: ['Fair Housing'],
  requiredOf: { everyone: true },
}

export const agencyDisclosure: DemoTraining = {
  title: 'Agency and Its Disclosure',
  description: 'Whom we work for, when we say so, and which form goes with it.',
  category: 'compliance',
  duration: 30,
  requiredScore: 75,
  dueDays: 30,
  maxAttempts: 3,
  author: nora,
  writtenDaysAgo: 175,
  sections: [
    {
      type: 'text',
      content: prose`
# Client or customer

A **client** is somebody whom we represent: by a listing agreement or a buyer agreement in writing.
To a client we owe the duties that agents learn as OLD CAR:

- **O**bedience to lawful instructions
- **L**oyalty above every other interest, our own too
- **D**isclosure of all that matters to their decision
- **C**onfidentiality, also after the closing
- **A**ccounting for money and papers
- **R**easonable care

A **customer** is everybody else whom we deal with. To a customer we owe honesty, fairness and the
disclosure of known material defects, but no advice on price or terms.
`,
    },
    {
      type: 'text',
      content: prose`
# When to say it

Tell people whom you represent at the **first substantive contact**: before they tell you what they
can pay, why they move or how urgent it is. That is usually before the first private showing.

At an open house: a sign at the door says that we represent the seller, and you say it again before
a conversation turns to price.

Since August 2024, members of the National Association of REALTORS® need a **written buyer
agreement before touring a home** with a buyer, which states our compensation in a definite amount
or rate. An open house that somebody visits on their own is no such tour.

*Source: NAR settlement practice changes, in force from August 17, 2024. Forms and deadlines of your
state are on the wall beside the copier.*
`,
    },
    {
      type: 'text',
      content: prose`
# Both sides in one house

When a buyer whom we represent likes a house that we list, stop and ask before you show it.

1. Tell Nora. She decides between **designated agents** (one of us for each side) and sending one
   side to another brokerage.
2. Both clients agree **in writing**, after you explained what they give up: nobody will tell the one
   what the other would pay or accept.
3. From then on, files, mailboxes and conversations of the two sides are apart.

Never reveal, to either side: a lower price that is acceptable, a higher price that would be paid,
the reasons behind the move, or any deadline, unless that client told you to in writing.
`,
    },
  ],
  questions: [
    {
      question: 'When do you disclose whom you represent?',
      options: [
        'At the first substantive contact',
        'At the closing',
        'When an offer is written',
        'Only when somebody asks',
      ],
    },
    {
      question: 'What do you owe a customer whom you do not represent?',
      options: [
        'Honesty and the disclosure of known material defects',
        'Loyalty above all',
        'Advice on how much to offer',
        'Confidentiality about their budget towards your client',
      ],
    },
    {
      question: 'What must be signed before you tour a home with a buyer?',
      options: [
        'A written buyer agreement that states our compensation',
        'A loan pre-approval',
        'The seller’s property disclosure',
        'Nothing, tours are free of forms',
      ],
    },
    {
      question: 'Your buyer wants to see a house that our office lists. What comes first?',
      options: [
        'Telling Nora, before it is shown',
        'Writing an offer quickly',
        'Telling the seller what your buyer can pay',
        'Showing it like any other',
      ],
      points: 2,
    },
    {
      question: 'As a dual agent, what may you tell the buyer about the seller?',
      options: [
        'Known defects of the house',
        'The lowest price that they would take',
        'That they divorce and must move by May',
        'What another buyer offered in confidence',
      ],
    },
    {
      question: 'How long does the duty of confidentiality last?',
      options: [
        'Beyond the closing',
        'Until the closing',
        'For thirty days',
        'Until the listing expires',
      ],
    },
  ],
  policies: ['Agency Disclosure and Buyer Agreements'],
  requiredOf: { roles: ['agent', 'manager'] },
}
