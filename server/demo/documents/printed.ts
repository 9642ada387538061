import { pdfFile } from '../../src/testing/files/pdf-file.ts'
import { type DemoDocument, FOOTER } from './demo-document.ts'

type Details = Pick<DemoDocument, 'category' | 'fileName' | 'daysAgo' | 'description'>

function printed(title: string, details: Details, paragraphs: string[]): DemoDocument {
  return { title, ...details, content: () => pdfFile({ title, paragraphs, footer: FOOTER }) }
}

/** What the office keeps as PDF. */
export const printedDocuments: DemoDocument[] = [
  printed(
    'Buyer Representation Agreement',
    {
      category: 'Legal',
      fileName: 'buyer-representation-2026.pdf',
      daysAgo: 41,
      description: 'The form to sign before the first showing.',
    },
    [
      '# What this agreement does',
      'The buyer engages Harbor & Pine Realty to find a home, to arrange showings and to negotiate on the buyer’s behalf. The brokerage owes the buyer loyalty, confidentiality, disclosure, reasonable care and an accounting for all money held.',
      '# How long it lasts',
      'Six months from the date of the last signature, unless the parties write another date here. Either party may end it with seven days’ notice in writing; what was earned until then stays earned.',
      '# What it costs',
      'The fee is agreed before any home is shown, as a percentage of the price or as a fixed amount. Where the seller offers to pay all or part of it, the buyer owes only what is left.',
      '# Before you sign',
      'Read the agency disclosure that came with this form. Ask whatever is unclear: nobody is in a hurry.',
    ],
  ),
  printed(
    'Seller’s Property Disclosure',
    { category: 'Legal', fileName: 'sellers-disclosure.pdf', daysAgo: 63 },
    [
      '# Water and waste',
      'Say where water comes from, when it was last tested and for what, and what the test found. For a septic system give its age, its size and when it was last pumped.',
      '# Heating',
      'Kind of system, age, fuel, who services it, and any tank below ground. Name known asbestos wherever it is.',
      '# Known defects',
      'List every leak, crack, flood and repair that the seller knows of. When in doubt, write it down.',
      '# Lead paint',
      'For homes built before 1978 attach the federal lead disclosure and the pamphlet.',
    ],
  ),
  printed(
    'Earnest Money Receipt',
    {
      category: 'Finance',
      fileName: 'earnest-money-receipt.pdf',
      daysAgo: 120,
      description: 'Two copies: one for the buyer, one for the trust ledger.',
    },
    [
      'Received from the buyer, to be held in the brokerage’s trust account until closing or until both parties release it in writing.',
      '# To be filled in',
      'Amount in figures and in words, date and hour, check or wire reference, property address, and the names of buyer, seller and agent.',
      'Deposits go to the bank by the next business day. The ledger number is written on both copies.',
    ],
  ),
  printed(
    'Employee Handbook',
    {
      category: 'HR Documents',
      fileName: 'handbook-2026.pdf',
      daysAgo: 12,
      description: 'Hours, leave, benefits and how we treat each other.',
    },
    [
      '# Welcome',
      'Harbor & Pine has sold homes in greater Portland since 1909. We are small on purpose: every client speaks with people who know their street.',
      '# Hours',
      'The front desk is open from 8:30 to 5:30 on weekdays and from 10 to 3 on Saturdays. Agents keep their own hours and put them on the shared calendar.',
      '# Leave',
      'Staff earn one and a half days of paid leave a month. Ask two weeks ahead; nobody has to say why. Sick leave is separate and needs no notice.',
      '# Benefits',
      'Health insurance begins on the first day of the second month. The retirement plan matches the first four percent.',
      '# Working together',
      'Answer a colleague within a day. Disagree in person. Nobody is paid to put up with contempt, from a client or from anyone here.',
      '# Safety',
      'Meet new clients at the office first. Tell the front desk where you are going and when you will be back. If something feels wrong, leave.',
      '# Money',
      'Expenses are repaid within ten days of a receipt. Mileage is paid at the federal rate.',
      '# Leaving',
      'Give notice in writing. Keys, signs and the lockbox come back on the last day; commissions in escrow are paid as they close.',
    ],
  ),
  printed(
    'Open House Checklist',
    { category: 'Training', fileName: 'open-house-checklist.pdf', daysAgo: 27 },
    [
      '# The day before',
      'Put out directional signs where the town allows them. Confirm with the seller that pets, medicine and small valuables will be away.',
      '# One hour before',
      'Walk through with the lights on. Open the blinds. Note every exit. Park where nobody can block you in.',
      '# During',
      'Greet at the door, ask for a name, and let people look. Never work a large house alone.',
      '# Afterwards',
      'Check every window and door. Write to the seller the same evening: how many came and what they said.',
    ],
  ),
  printed(
    'Closing Cost Worksheet',
    { category: 'Finance', fileName: 'closing-costs.pdf', daysAgo: 90 },
    [
      '# For a buyer',
      'Loan fees, appraisal, title search and insurance, recording, transfer tax, prepaid interest, homeowner’s insurance, and the first tax escrow.',
      '# For a seller',
      'Commission, transfer tax, payoff of the mortgage, municipal charges, and repairs agreed after inspection.',
      'Figures are estimates until the lender’s closing disclosure, which comes three business days before.',
    ],
  ),
  printed(
    'Fair Housing Quick Reference',
    { category: 'Training', fileName: 'fair-housing-card.pdf', daysAgo: 200 },
    [
      'Describe the property, not the neighbor. Show the same homes to everyone who asks for the same things.',
      '# Never say',
      'Safe neighborhood, family-friendly, walking distance to a church, perfect for a single person.',
      '# Say instead',
      'Two parks within a mile. Three bedrooms on one floor. The crime map is public; here is the address.',
    ],
  ),
  printed(
    'Wire Fraud Warning for Clients',
    {
      category: 'Legal',
      fileName: 'wire-fraud-warning.pdf',
      daysAgo: 7,
      description: 'Give it to every client at the first meeting.',
    },
    [
      'Criminals read stolen mail and send wiring instructions that look like ours. Money sent to them is gone within hours.',
      '# Before you send money',
      'Call the title company at the number on its sign or its website, never at a number from an email. Read the account number aloud, digit by digit. Nobody at Harbor & Pine will ever email you instructions to wire money.',
    ],
  ),
  printed(
    'Vacation Rental Addendum',
    { category: 'Legal', fileName: 'rental-addendum.pdf', daysAgo: 310 },
    [
      'Attach to a lease of thirty days or fewer. The town of Cape Elizabeth asks for a permit number; South Portland for a registration.',
      'Occupancy is two people a bedroom and two more. Quiet hours begin at ten.',
    ],
  ),
]
