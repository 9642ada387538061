import { prose, tobias } from '../policies/demo-policy.ts'
import type { DemoTraining } from './demo-training.ts'

export const advertising: DemoTraining = {
  title: 'Advertising Rules',
  description: 'What every sign, post and flyer has to say, and what it must not.',
  category: 'compliance',
  duration: 25,
  requiredScore: 75,
  dueDays: 30,
  maxAttempts: 0,
  author: tobias,
  writtenDaysAgo: 150,
  sections: [
    {
      type: 'text',
      content: prose`
# Everything is an advertisement

A yard sign, a story that is gone after a day, an e-mail signature, a comment under a video: if it
offers our services or a property, it is advertising. State license law asks for the **name of the
brokerage**, as licensed, at least as easy to read as your own. A post must name it in the post
itself or one click away, on the first page that opens.

Only the listing brokerage may advertise a listing. To post a colleague's from another office, have
their permission in writing.

*Source: the advertising rule of your state's license law; NAR Code of Ethics, Article 12.*
`,
    },
    {
      type: 'text',
      content: prose`
# Describe the house, truly

- Square feet come from the assessor or from a measurement; name which.
- "Waterfront" touches water. "Water view" sees it from inside, in winter and in summer.
- Virtual staging carries the words **virtually staged** on each picture. We never remove what a
  buyer would find: power lines, cracks, the neighbor's garage.
- "Sold in 3 days" and "number one" need a source and a date in our files.
- Prices of a loan ("only $1,900 a month") bring the duties of **Regulation Z**: once one such term is
  named, the others must be named too. Leave loans to lenders.

*Source: 12 C.F.R. § 1026.24 (Regulation Z, advertising of closed-end credit).*
`,
    },
    {
      type: 'text',
      content: prose`
# Words and audiences

The Fair Housing Act covers notices and advertisements of any kind. No wording may state a
preference: not "bachelor pad", not "great for empty nesters", not "Christian home".

The same goes for **whom an advertisement is shown to**. Ads for housing on social networks run in
their special category for housing, which takes away age, gender and ZIP code. Don't look for ways
around it.

Before you publish: name of the brokerage, truth of each fact, no person described, pictures
labelled, a second pair of eyes. Tobias reads within the day.

*Source: 42 U.S.C. § 3604(c).*
`,
    },
  ],
  questions: [
    {
      question: 'Which of these is advertising under our rules?',
      options: [
        'A story about a listing that is gone after a day',
        'A private note in your calendar',
        'A question to a colleague about the office printer',
        'An entry in the CRM',
      ],
    },
    {
      question: 'What has to be in every advertisement?',
      options: [
        'The name of the brokerage as licensed',
        'Your photograph',
        'The price per square foot',
        'The name of the seller',
      ],
    },
    {
      question: 'A picture shows furniture that was added by computer. What is needed?',
      options: [
        'The words “virtually staged” on the picture',
        'Nothing, everybody does it',
        'A note at the end of the description only',
        'The consent of the lender',
      ],
    },
    {
      question: 'Why do we leave monthly payments out of advertisements?',
      options: [
        'One such term makes others compulsory under Regulation Z',
        'They are bad for business',
        'The MLS has no field for them',
        'Only the seller may name them',
      ],
    },
    {
      question: 'Which phrase is allowed?',
      options: [
        'Three bedrooms on one floor',
        'Ideal for empty nesters',
        'Bachelor pad',
        'Safe Christian street',
      ],
      points: 2,
    },
    {
      question: 'You want to post a listing of another brokerage. What do you need?',
      options: [
        'Their permission in writing',
        'A link to their page',
        'Nothing, listings are public',
        'A different photograph',
      ],
    },
  ],
  policies: ['Advertising and Social Media'],
  requiredOf: { roles: ['agent'] },
}
