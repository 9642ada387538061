import type { DemoRun } from './demo-process.ts'

const at = (name: string) => `${name}@harborandpine.example`
const elena = at('elena.castellanos')
const maya = at('maya.okafor')

/** What Harbor & Pine is working on, and what it has lately done. */
export const demoRuns: DemoRun[] = [
  {
    process: 'Closing Checklist',
    title: '14 Ferry Road: Prescott to Nguyen',
    starter: elena,
    startedDaysAgo: 19,
    dueInDays: 6,
    stepsDone: 7,
    handedTo: { person: maya },
    comments: [
      { author: elena, body: 'Appraisal came in at the price. Title is clean.', daysAgo: 5 },
      {
        author: maya,
        body: 'The Nguyens will call the title company on Thursday; I sit beside them.',
        daysAgo: 2,
      },
    ],
  },
  {
    process: 'Closing Checklist',
    title: '3 Quarry Lane',
    starter: elena,
    startedDaysAgo: 30,
    dueInDays: -1,
    stepsDone: 10,
    comments: [
      { author: elena, body: 'Lender moved the closing by three days; all informed.', daysAgo: 3 },
    ],
  },
  {
    process: 'Listing Intake',
    title: '88 Mill Street, second floor',
    starter: at('daniel.kowalczyk'),
    startedDaysAgo: 5,
    dueInDays: 9,
    stepsDone: 6,
    handedTo: { role: 'manager' },
  },
  {
    process: 'New-Agent Onboarding',
    title: 'Teresa Quigley',
    starter: at('tobias.grant'),
    startedDaysAgo: 3,
    dueInDays: 27,
    stepsDone: 2,
    handedTo: { role: 'admin' },
  },
  {
    process: 'Open House',
    title: 'Sunday at 41 Harbor View',
    starter: at('tyler.benson'),
    startedDaysAgo: 2,
    dueInDays: 3,
    stepsDone: 3,
    comments: [{ author: at('tyler.benson'), body: 'Zoe is my second person.', daysAgo: 1 }],
  },
  {
    process: 'When an Agent Leaves',
    title: 'Curtis Dunham retires',
    starter: at('marcus.whitfield'),
    startedDaysAgo: 21,
    stepsDone: 6,
    ended: { state: 'finished', daysAgo: 11 },
  },
  {
    process: 'Closing Checklist',
    title: '220 Shore Drive',
    starter: elena,
    startedDaysAgo: 62,
    dueInDays: -20,
    stepsDone: 12,
    ended: { state: 'finished', daysAgo: 22 },
  },
  {
    process: 'Offer Preparation',
    title: '9 Orchard Street for the Silvas',
    starter: maya,
    startedDaysAgo: 14,
    stepsDone: 3,
    ended: { state: 'cancelled', daysAgo: 13 },
    comments: [{ author: maya, body: 'Sold to somebody else before we were ready.', daysAgo: 13 }],
  },
]
