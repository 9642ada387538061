/** One message: how many days ago, at which hour (UTC), by whom (first name), and what. */
export interface DemoMessage {
  day: number
  hour: number
  by: string
  body: string
  /** Who reacted with what. */
  reactions?: Record<string, string[]>
  announcement?: boolean
  /** Share of the others who have said that they read it. */
  confirmed?: number
}

export interface DemoChat {
  title: string | null
  /** First names; the first one opened it. Left out: the room of everyone. */
  members?: string[]
  messages: DemoMessage[]
}

const STREETS = [
  '14 Ferry Road',
  '208 Juniper Lane',
  '31 Captain’s Row',
  '77 Mill Pond Drive',
  '5 Lantern Court',
  '120 Bayberry Street',
  '9 Orchard Hill',
  '46 Pine Street, unit 3',
  '302 Harbor View',
  '18 Old Post Road',
]

/** What is told again and again in an office: `{place}` is an address. */
const CLOSINGS: [by: string, body: string][] = [
  ['Elena', '{place} is clear to close. Signing at ten on Thursday, in the small room.'],
  ['Maya', 'Final walk-through at {place} done. One light out in the garage, seller is on it.'],
  ['Elena', 'Deed for {place} is recorded. Keys are in the box at the front desk.'],
  ['Daniel', 'Appraisal for {place} came in at price. Thank you for the comps, everybody.'],
  ['Jamal', 'My buyers at {place} are through underwriting. Waiting for the final figures.'],
  ['Elena', 'Please send me the signed amendment for {place} before noon, I need it in the file.'],
  ['Luis', 'Inspection at {place} moved to Friday, nine o’clock. The access code stays the same.'],
  ['Tobias', 'Earnest money for {place} arrived and is booked to the trust account.'],
]

function reactionsTo(index: number): Pick<DemoMessage, 'reactions'> {
  if (index % 6 === 2) return { reactions: { '🎉': ['Maya', 'Daniel', 'Priya'] } }
  return index % 9 === 4 ? { reactions: { '👍': ['Elena'] } } : {}
}

/** Two or three a week, for half a year. */
const closings: DemoMessage[] = Array.from({ length: 64 }, (_, index) => {
  const [by, body] = CLOSINGS[(index * 5) % CLOSINGS.length]!
  return {
    day: 178 - Math.floor(index * 2.75),
    hour: 13 + ((index * 7) % 8) + (index % 4) / 5,
    by,
    body: body.replace('{place}', STREETS[(index * 3) % STREETS.length]!),
    ...reactionsTo(index),
  }
})

/** Half a year of talk at Harbor & Pine. */
export const demoChats: DemoChat[] = [
  {
    title: null,
    messages: [
      {
        day: 181,
        hour: 14,
        by: 'Nora',
        body: 'Good morning, everyone. From today this is where we talk: no more group texts that half of us miss. Say hello when you have found it.',
        reactions: { '👋': ['Maya', 'Daniel', 'Jamal', 'Luis'], '🎉': ['Priya'] },
      },
      { day: 181, hour: 14.1, by: 'Maya', body: 'Hello from the parking lot of 14 Ferry Road.' },
      { day: 181, hour: 14.3, by: 'Wyatt', body: 'Found it. Works on the boat, too.' },
      {
        day: 152,
        hour: 16,
        by: 'Tobias',
        body: '**Wire instructions never change by mail.** We had a very convincing one yesterday. If a client forwards you new instructions: stop, and call the number in our own file.',
        announcement: true,
        confirmed: 1,
      },
      {
        day: 151,
        hour: 13.4,
        by: 'Grace',
        body: 'Mine came from “escr0w”, with a zero. Easy to miss on a phone.',
        reactions: { '👀': ['Tobias', 'Elena', 'Hannah'] },
      },
      {
        day: 118,
        hour: 15,
        by: 'Priya',
        body: 'Harbor office is closed on Monday for the carpet. Please take your plants home.',
      },
      {
        day: 90,
        hour: 14.5,
        by: 'Nora',
        body: 'Best quarter since 2019. Thank you, all of you. Lunch is on the house on Friday, at noon, both offices.',
        reactions: {
          '🎉': ['Maya', 'Daniel', 'Luis', 'Hannah', 'Jamal', 'Elena'],
          '❤️': ['Priya', 'Grace'],
        },
      },
      { day: 90, hour: 14.6, by: 'Luis', body: 'Tacos?' },
      { day: 90, hour: 14.7, by: 'Nora', body: 'Tacos.', reactions: { '😄': ['Luis', 'Maya'] } },
      {
        day: 44,
        hour: 15.2,
        by: 'Tobias',
        body: 'New door code at Pine Street from tonight, six o’clock. It is in your mailbox at the front desk, not here.',
        announcement: true,
        confirmed: 0.93,
      },
      {
        day: 9,
        hour: 14,
        by: 'Nora',
        body: 'The revised **Showing Safety** policy is out. Two changes: tell somebody where you are before an evening showing, and meet new clients at the office first. Please read it this week.',
        announcement: true,
        confirmed: 0.6,
      },
      {
        day: 8,
        hour: 13.7,
        by: 'Hannah',
        body: 'Glad about the second one. Thank you.',
        reactions: { '👍': ['Nora', 'Maya', 'Siobhan'] },
      },
      {
        day: 1,
        hour: 15.5,
        by: 'Priya',
        body: 'Tuesday role-play is at half past nine this week: *the buyer who wants to skip the inspection*. Coffee is there from nine.',
      },
    ],
  },
  {
    title: 'Closings',
    members: ['Elena', 'Tobias', 'Maya', 'Daniel', 'Jamal', 'Luis', 'Priya', 'Nora'],
    messages: closings,
  },
  {
    title: 'New agents',
    members: ['Priya', 'Zoe', 'Tyler', 'Claire', 'Nathan', 'Nora'],
    messages: [
      {
        day: 60,
        hour: 14,
        by: 'Priya',
        body: 'Welcome. Ask anything here, nobody minds. Your first weeks in order:\n\n1. The onboarding training\n2. Ride along on three showings\n3. One open house with me',
        reactions: { '🎉': ['Zoe', 'Tyler', 'Claire'] },
      },
      { day: 58, hour: 15.2, by: 'Zoe', body: 'Where do I find the blank buyer agreement?' },
      {
        day: 58,
        hour: 15.4,
        by: 'Claire',
        body: 'Documents, search for “buyer”. It is the one from this year.',
        reactions: { '👍': ['Zoe'] },
      },
      {
        day: 41,
        hour: 13.6,
        by: 'Tyler',
        body: 'Passed the fair housing quiz at the second try. Read question four twice!',
        reactions: { '🎉': ['Priya', 'Zoe'] },
      },
      {
        day: 12,
        hour: 16.1,
        by: 'Zoe',
        body: 'First offer accepted. I am shaking.',
        reactions: { '🎉': ['Priya', 'Tyler', 'Claire', 'Nathan', 'Nora'], '❤️': ['Nora'] },
      },
      { day: 12, hour: 16.2, by: 'Nora', body: 'Knew it. Come by and tell me everything.' },
      {
        day: 2,
        hour: 14.3,
        by: 'Nathan',
        body: 'Does anybody have a spare lockbox for Saturday? Mine is at 9 Orchard Hill.',
      },
      { day: 2, hour: 14.5, by: 'Claire', body: 'Take mine, second drawer.' },
    ],
  },
  {
    title: null,
    members: ['Maya', 'Tobias'],
    messages: [
      {
        day: 24,
        hour: 14.2,
        by: 'Maya',
        body: 'Can a client pay the earnest money by a transfer from abroad?',
      },
      {
        day: 24,
        hour: 14.6,
        by: 'Tobias',
        body: 'Yes, but it takes four days and has to be in the client’s own name. Tell me before they send it.',
      },
      {
        day: 24,
        hour: 14.7,
        by: 'Maya',
        body: 'Will do, thank you.',
        reactions: { '👍': ['Tobias'] },
      },
      {
        day: 3,
        hour: 16.4,
        by: 'Tobias',
        body: 'The transfer for 77 Mill Pond Drive arrived this morning. Receipt is in the file.',
        reactions: { '🎉': ['Maya'] },
      },
    ],
  },
  {
    title: null,
    members: ['Nora', 'Tobias'],
    messages: [
      {
        day: 30,
        hour: 13.2,
        by: 'Nora',
        body: 'The state wants last year’s trust account records by the 15th. Do we have everything?',
      },
      {
        day: 30,
        hour: 13.5,
        by: 'Tobias',
        body: 'All but two bank letters, and those are ordered. I will have a folder for you on Monday.',
      },
      {
        day: 29,
        hour: 15.1,
        by: 'Nora',
        body: 'You are the best.',
        reactions: { '❤️': ['Tobias'] },
      },
      {
        day: 1,
        hour: 14.1,
        by: 'Tobias',
        body: 'Eleven people have yet to confirm the showing safety text. I will remind them tomorrow.',
      },
    ],
  },
  {
    title: 'Office and coffee',
    members: ['Hannah', 'Grace', 'Luis', 'Jamal', 'Siobhan', 'Amara', 'Nora'],
    messages: [
      { day: 101, hour: 13.1, by: 'Hannah', body: 'The machine is making the sound again.' },
      {
        day: 101,
        hour: 13.2,
        by: 'Luis',
        body: 'Turn it off, wait, be kind to it, turn it on.',
        reactions: { '😄': ['Hannah', 'Grace', 'Amara'] },
      },
      { day: 36, hour: 15.3, by: 'Amara', body: 'Whose is the umbrella with the ducks?' },
      { day: 36, hour: 15.9, by: 'Jamal', body: 'Not a word. It is mine.' },
      {
        day: 5,
        hour: 14.8,
        by: 'Siobhan',
        body: 'Scones in the kitchen until they are gone.',
        reactions: { '❤️': ['Hannah', 'Luis', 'Grace'] },
      },
    ],
  },
]
