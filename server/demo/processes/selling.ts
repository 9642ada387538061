import { nora, tobias } from '../policies/demo-policy.ts'
import type { DemoProcess } from './demo-process.ts'

export const listingIntake: DemoProcess = {
  title: 'Listing Intake',
  description: 'From the signed listing agreement to the first day on the market.',
  category: 'Sales',
  status: 'active',
  author: nora,
  writtenDaysAgo: 300,
  steps: [
    {
      title: 'Open the file',
      description:
        'Create the folder `Street Number, Town` in the shared drive and copy the listing checklist into it. Nothing is kept in private mailboxes.',
      minutes: 10,
      role: 'agent',
    },
    {
      title: 'Verify who owns it',
      description:
        'Pull the deed and the tax card. **Every** owner signs; for an estate, a trust or a company, ask Elena which papers prove who may sign.',
      minutes: 30,
      role: 'agent',
    },
    {
      title: 'Agency disclosure and listing agreement',
      description:
        '- Explain the disclosure before anything else, as the *Agency Disclosure* policy asks.\n- Write down the commission, the term and what is included.\n- Leave a copy of everything with the seller.',
      minutes: 60,
      role: 'agent',
    },
    {
      title: 'Property disclosure from the seller',
      description:
        'The seller fills it in, in their own words; we never do it for them. House built before 1978: add the lead-paint form and the pamphlet.',
      minutes: 45,
      role: 'agent',
    },
    {
      title: 'Measure, photograph, floor plan',
      description:
        'Book the photographer for a dry morning. Valuables, family pictures and medication out of sight.',
      minutes: 120,
      role: 'agent',
    },
    {
      title: 'Price meeting',
      description:
        'Three comparable sales within six months, two that are for sale now, one that failed to sell. The seller decides; note what you advised.',
      minutes: 60,
      role: 'agent',
    },
    {
      title: 'Review of the listing text',
      description:
        'Your manager reads it against [our policies](/policies) on advertising and fair housing. Describe the property, never the people.',
      minutes: 20,
      role: 'manager',
    },
    {
      title: 'Sign, lockbox, showing instructions',
      description:
        'Test the lockbox code twice. Write alarm, pets and parking into the instructions.',
      minutes: 30,
      role: 'agent',
    },
    {
      title: 'Enter it in the MLS',
      description:
        'Within one business day of the effective date. A second person checks the figures.',
      minutes: 40,
      role: 'admin',
    },
    {
      title: 'Tell the seller that it is live',
      description: 'Send the link, and say when and how often you will report back.',
      minutes: 10,
      role: 'agent',
    },
  ],
}

export const openHouse: DemoProcess = {
  title: 'Open House',
  description: 'A safe and tidy open house, and a call to every visitor afterwards.',
  category: 'Sales',
  status: 'active',
  author: tobias,
  writtenDaysAgo: 190,
  steps: [
    {
      title: 'Agree date and rules with the seller',
      description: 'Which rooms stay closed, where pets go, who takes the valuables.',
      minutes: 15,
      role: 'agent',
    },
    {
      title: 'Find your second person',
      description: 'Nobody holds an open house alone. Both names go on the office board.',
      minutes: 10,
      role: 'agent',
    },
    {
      title: 'Announce it',
      description: 'MLS, website, signs permitted by the town.',
      minutes: 30,
      role: 'agent',
    },
    {
      title: 'Walk through before opening',
      description:
        '1. Lights on, blinds up.\n2. Know two ways out of every floor.\n3. Telephone charged, in your pocket.',
      minutes: 25,
      role: 'agent',
    },
    {
      title: 'Hold the open house',
      description:
        'Everyone signs in. Hand out the agency disclosure before any talk about needs or money.',
      minutes: 120,
      role: 'agent',
    },
    {
      title: 'Close up',
      description: 'Check every window and the cellar door, take the signs down.',
      minutes: 20,
      role: 'agent',
    },
    {
      title: 'Call the visitors',
      description: 'The same evening or the next morning. Note what they said.',
      minutes: 60,
      role: 'agent',
    },
  ],
}

export const priceChange: DemoProcess = {
  title: 'Price Change',
  description: 'A new price everywhere on the same day, with the seller’s signature first.',
  category: 'Sales',
  status: 'active',
  author: nora,
  writtenDaysAgo: 120,
  steps: [
    {
      title: 'Talk it over with the seller',
      description: 'Showings, comments and sales since the last price.',
      minutes: 30,
      role: 'agent',
    },
    {
      title: 'Get the amendment signed',
      description: 'All owners. No change goes out on a telephone call.',
      minutes: 15,
      role: 'agent',
    },
    { title: 'Change the MLS', minutes: 10, role: 'admin' },
    { title: 'Change website, sheets and signs', minutes: 25, role: 'admin' },
    { title: 'Tell agents with open showings', minutes: 15, role: 'agent' },
  ],
}
