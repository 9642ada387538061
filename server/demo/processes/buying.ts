import { nora, tobias } from '../policies/demo-policy.ts'
import type { DemoProcess } from './demo-process.ts'

export const buyerOnboarding: DemoProcess = {
  title: 'Buyer Onboarding',
  description: 'The first two weeks with a buyer, from the first call to the first showing.',
  category: 'Onboarding',
  status: 'active',
  author: nora,
  writtenDaysAgo: 260,
  steps: [
    {
      title: 'First conversation',
      description:
        'Ask what they need and write down their words. Schools, safety and “who lives there” are questions for public sources.',
      minutes: 45,
      role: 'agent',
    },
    {
      title: 'Agency disclosure',
      description: 'Explained in plain words, signed, filed the same day.',
      minutes: 20,
      role: 'agent',
    },
    {
      title: 'Buyer representation agreement',
      description: 'Before the first showing. Say what it costs, who may pay it, and how it ends.',
      minutes: 30,
      role: 'agent',
    },
    {
      title: 'Proof of funds or pre-approval',
      description: 'Name three lenders, never one.',
      minutes: 20,
      role: 'agent',
    },
    {
      title: 'Wire-fraud warning',
      description:
        'Give the one-page notice and say it aloud: *wiring instructions never come from us.* Have it signed. [What else to say](policy:Wire-Fraud Prevention#Give the Wire-Fraud Notice).',
      minutes: 10,
      role: 'agent',
    },
    {
      title: 'Set up the search',
      description: 'On what they wrote down, and nothing else.',
      minutes: 20,
      role: 'agent',
    },
    {
      title: 'Plan the first showings',
      description: 'First meeting at the office. Identity seen, plan left with the office.',
      minutes: 25,
      role: 'agent',
    },
  ],
}

export const offerPreparation: DemoProcess = {
  title: 'Offer Preparation',
  description: 'A complete offer that a manager has read before it leaves the house.',
  category: 'Sales',
  status: 'active',
  author: nora,
  writtenDaysAgo: 210,
  steps: [
    {
      title: 'Read the disclosures with the buyer',
      description: 'Every page. Questions go to the listing agent in writing.',
      minutes: 45,
      role: 'agent',
    },
    { title: 'Comparable sales', minutes: 40, role: 'agent' },
    {
      title: 'Terms',
      description:
        '- price and deposit\n- inspections, and how many days\n- financing, and by when\n- what stays in the house\n- closing date',
      minutes: 45,
      role: 'agent',
    },
    {
      title: 'Draft on the association’s form',
      description: 'No law in our own words: a change of the form goes to a lawyer.',
      minutes: 40,
      role: 'agent',
    },
    {
      title: 'Second reading',
      description: 'Priya or Marcus, with the file open. Dates are counted aloud.',
      minutes: 20,
      role: 'manager',
    },
    { title: 'Signatures', minutes: 15, role: 'agent' },
    {
      title: 'Send it and confirm that it arrived',
      description: 'A call, not only an e-mail. Write down with whom you spoke.',
      minutes: 10,
      role: 'agent',
    },
    {
      title: 'Diary every deadline',
      description: 'The agent’s calendar and the office board.',
      minutes: 10,
      role: 'admin',
    },
  ],
}

export const closingChecklist: DemoProcess = {
  title: 'Closing Checklist',
  description: 'From the ratified contract to keys in hand, with no date missed.',
  category: 'Sales',
  status: 'active',
  author: tobias,
  writtenDaysAgo: 280,
  steps: [
    {
      title: 'Hand the file to the transaction manager',
      description: 'Within one business day of the last signature.',
      minutes: 20,
      role: 'agent',
    },
    {
      title: 'Deposit the earnest money',
      description: 'By the day that the law and the contract name. The receipt goes into the file.',
      minutes: 20,
      role: 'admin',
    },
    {
      title: 'Send the timeline to everyone',
      description:
        'Buyer, seller, both agents, lender, title company. Only dates that stand in the contract.',
      minutes: 30,
      role: 'manager',
    },
    {
      title: 'Inspections',
      description: 'Booked, attended, report delivered. Requests in writing before the deadline.',
      minutes: 180,
      role: 'agent',
    },
    { title: 'Appraisal ordered and back', minutes: 20, role: 'manager' },
    {
      title: 'Title search read',
      description: 'Liens, easements, names spelled as on the deed.',
      minutes: 30,
      role: 'manager',
    },
    { title: 'Financing commitment', minutes: 15, role: 'manager' },
    {
      title: 'Wiring instructions, by telephone',
      description:
        '**Stop.** The client calls the title company at a number that they looked up themselves. Instructions that came by e-mail are read back, digit by digit. If money has gone to the wrong place: [what to do at once](policy:Wire-Fraud Prevention#Act at once).',
      minutes: 15,
      role: 'agent',
    },
    {
      title: 'Settlement statement checked',
      description: 'Against the contract, line by line. Our commission too.',
      minutes: 40,
      role: 'manager',
    },
    {
      title: 'Walk-through',
      description: 'Within 24 hours before closing. Photographs of what is not as agreed.',
      minutes: 45,
      role: 'agent',
    },
    { title: 'Closing', minutes: 90, role: 'agent' },
    {
      title: 'Close the file',
      description: 'Every paper in its place; retention date set. A thank-you note, by hand.',
      minutes: 30,
      role: 'admin',
    },
  ],
}
