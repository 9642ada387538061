import { nora, tobias } from '../policies/demo-policy.ts'
import type { DemoQuestion } from './demo-training.ts'

export interface DemoTopic {
  topic: string
  /** E-mail of the admin who wrote its questions. */
  author: string
  writtenDaysAgo: number
  questions: DemoQuestion[]
}

/** What Harbor & Pine asks besides its quizzes; two of them draw from it. */
export const demoBank: DemoTopic[] = [
  {
    topic: 'Wire fraud in practice',
    author: tobias,
    writtenDaysAgo: 170,
    questions: [
      {
        question:
          'The settlement company mails you new wiring instructions and asks you to pass them on. What do you do?',
        options: [
          'Nothing is passed on; the client calls a number that they were given in person',
          'Pass them on with a warning',
          'Pass them on after looking at the sender’s address',
          'Read them to the client over the phone',
        ],
        points: 2,
        feedback: '[What we never pass on](policy:Wire-Fraud Prevention#We never pass on)',
      },
      {
        question: 'When does a client sign the Wire-Fraud Notice?',
        right: ['At the first meeting', 'With the signed contract', 'One week before closing'],
        wrong: ['Only when a wire looks suspicious'],
        feedback:
          '[Three times, each time signed](policy:Wire-Fraud Prevention#Give the Wire-Fraud Notice)',
      },
      {
        question: 'A voice that you know well is proof enough of new wiring instructions.',
        isTrue: false,
        feedback:
          '[Voices can be imitated](policy:Wire-Fraud Prevention#A familiar voice proves nothing)',
      },
      {
        question: 'Money has gone to the wrong account. In which order do you act?',
        inOrder: [
          'The client’s bank is asked to recall the wire',
          'The bank that received it is called',
          'The crime is reported at ic3.gov',
          'Nora is called, or else Tobias',
        ],
        points: 2,
        feedback: '[What to do at once](policy:Wire-Fraud Prevention#Act at once)',
      },
      {
        question: 'After how many hours do the chances of freezing a stolen wire fall quickly?',
        accepted: ['72', '72 hours', 'seventy-two'],
      },
      {
        question:
          'You find a forwarding rule in your mailbox that you did not make. What is first?',
        options: [
          'Call Tobias before touching anything',
          'Delete the rule',
          'Change the password and say nothing',
          'Warn all clients by email',
        ],
        feedback:
          '[Look at your rules each month](policy:Wire-Fraud Prevention#Look at your forwarding rules)',
      },
    ],
  },
  {
    topic: 'Fair housing at the door',
    author: nora,
    writtenDaysAgo: 200,
    questions: [
      {
        question: 'A caller asks what kind of people live on Ferry Road. What do you say?',
        options: [
          'That you can’t characterize neighborhoods, and where to look it up',
          'What you know, if it is friendly',
          'That it is a good mix',
          'That the listing agent will tell them',
        ],
        feedback: '[The words to use](policy:Fair Housing#When asked about schools)',
      },
      {
        question: 'Which of these may stand in a listing?',
        right: ['Two blocks to the ferry', 'Step-free entrance'],
        wrong: ['Perfect for a young couple', 'No children, please'],
      },
      {
        question: 'An assistance animal may be charged the usual pet fee.',
        isTrue: false,
        feedback:
          '[An assistance animal is not a pet](policy:Fair Housing#People with disabilities)',
      },
      {
        question: 'Within how many years may somebody complain to HUD?',
        accepted: ['1', 'one', 'one year', '1 year'],
      },
      {
        question:
          'Two buyers ask for the same. To one of them you would rather not show a house. Why is that wrong?',
        options: [
          'Choosing or leaving out homes because of who a client is, is steering',
          'Only sellers may choose who sees a house',
          'It is wrong only if the buyer complains',
          'It costs us a showing',
        ],
      },
    ],
  },
  {
    topic: 'Showings',
    author: nora,
    writtenDaysAgo: 140,
    questions: [
      {
        question: 'You arrive at a showing. In which order?',
        inOrder: [
          'Park on the street, where nobody blocks you in',
          'Open the door and turn on the lights',
          'Find the other exits',
          'Let the client walk ahead',
        ],
        feedback: '[At the property](policy:Showing Safety#Arrive first)',
      },
      {
        question: 'What does a seller lock away before an open house?',
        right: ['Prescription medicine', 'Spare keys', 'Mail'],
        wrong: ['Books'],
      },
      {
        question: 'A vacant house after dark is shown by one person with a charged phone.',
        isTrue: false,
      },
    ],
  },
]
