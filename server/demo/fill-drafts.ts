import type { DraftKind } from '@frontdesk/contract/drafts'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import type { FilledPerson } from './fill-people.ts'
import { nora, prose, tobias } from './policies/demo-policy.ts'
import { daysAgo } from './time.ts'

interface DemoDraft {
  kind: DraftKind
  author: string
  daysAgo: number
  body: object
  comments: { author: string; daysAgo: number; body: string }[]
}

const drafts: DemoDraft[] = [
  {
    kind: 'policy',
    author: nora,
    daysAgo: 3,
    body: {
      title: 'Artificial Intelligence in Client Work',
      description: 'What we may have a machine write for us, and what we never give it.',
      category: 'Technology',
      content: prose`
A machine may help with words. It is never the one who answers for them.

# What is fine

- a first version of a listing description, which you then check against the property
- a summary of a public document, read beside the document
- ideas for a mail, a post or an open house

# What we never give it

- anything that a client told us in confidence, and no contract, offer or ID
- names with addresses, numbers of accounts, wiring instructions
- photographs of a home's inside without the owner's word

# Before anything goes out

Read every sentence as if you had written it, because to the law you have. Look for what fair
housing forbids: a machine likes to say who a home is perfect for.
`,
    },
    comments: [
      {
        author: tobias,
        daysAgo: 2,
        body: 'Virtual staging is missing. Our MLS wants it said in the caption, with the original beside it.',
      },
    ],
  },
  {
    kind: 'training',
    author: tobias,
    daysAgo: 6,
    body: {
      title: 'Open Houses from Sign to Lock',
      description: 'Run an open house alone, safely, and leave the home as you found it.',
      duration: 15,
      category_id: 'skills',
      content: [
        {
          type: 'text',
          content: prose`
# The hour before

Walk the house with the owner's eyes: medicine, mail, keys and small valuables are put away. Open
the curtains, light every room, and stand where you can see the door.

Tell the office when you begin and when you will be back. Somebody expects that call.
`,
        },
      ],
      questions: [
        {
          question: 'A visitor asks you to show the basement while others are upstairs. You…',
          options: [
            'go first',
            'let them go, and stay at the stairs',
            'lock the front door and go',
          ],
          correctAnswer: 1,
        },
        {
          question: 'What is put away before the doors open?',
          kind: 'several',
          options: ['Medicine', 'Mail', 'Curtains', 'Small valuables'],
          correctAnswers: [0, 1, 3],
        },
      ],
    },
    comments: [],
  },
]

/** Adds what is being written and not yet published. */
export async function fillDrafts(db: Db, people: FilledPerson[]): Promise<void> {
  const idOf = (email: string) => people.find((person) => person.email === email)!.id
  for (const draft of drafts) {
    const id = uuidv7()
    await db
      .insertInto('drafts')
      .values({
        id,
        kind: draft.kind,
        body: JSON.stringify(draft.body),
        created_by: idOf(draft.author),
        last_updated_by: idOf(draft.author),
        created_at: daysAgo(draft.daysAgo),
        updated_at: daysAgo(draft.daysAgo),
      })
      .execute()
    for (const { author, body, daysAgo: age } of draft.comments) {
      const comment = { id: uuidv7(), draft_id: id, author_id: idOf(author), body }
      await db
        .insertInto('draft_comments')
        .values({ ...comment, created_at: daysAgo(age) })
        .execute()
    }
  }
}
