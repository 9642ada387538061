import { wordFile } from '../../src/testing/files/office-file.ts'
import type { DemoDocument } from './demo-document.ts'

const csv = (rows: (string | number)[][]) =>
  Buffer.from(rows.map((row) => row.join(',')).join('\r\n'))

/** What the office writes and counts with. */
export const writtenDocuments: DemoDocument[] = [
  {
    title: 'Listing Presentation Script',
    category: 'Training',
    fileName: 'listing-presentation.docx',
    daysAgo: 33,
    description: 'What to say in the first hour at a seller’s table.',
    content: () =>
      wordFile([
        '# Listing presentation',
        'Begin with the house, not with the company. Ask to be shown around and say what you notice.',
        '# The price',
        'Bring five sales of the last six months within a mile. Say which is most like this house, and why.',
        '# The plan',
        'Photographs on a bright morning, on the market on a Thursday, open on Sunday, offers on Tuesday at five.',
        '# Questions that come',
        'Why not higher? What if nobody comes? Who holds the key? Answer in one sentence each.',
      ]),
  },
  {
    title: 'Offer Letter Template',
    category: 'HR Documents',
    fileName: 'offer-letter.docx',
    daysAgo: 150,
    content: () =>
      wordFile([
        '# Offer of employment',
        'Dear [name], we would be glad to have you at Harbor & Pine as [title], beginning on [date].',
        'Your salary will be [amount] a year, paid every second Friday. The handbook says what else you can expect of us.',
        'Please sign one copy and bring it to the front desk by [date].',
      ]),
  },
  {
    title: 'Inspection Reply Letter',
    category: 'Legal',
    fileName: 'inspection-reply.docx',
    daysAgo: 76,
    content: () =>
      wordFile([
        '# Reply to the inspection report',
        'The buyers thank the sellers for access to the property. Of what the inspector found they ask for the following before closing:',
        'Repair of the flashing at the chimney by a licensed roofer. A carbon monoxide detector on each floor. Proof that the septic tank was pumped this year.',
        'All else they accept as it is.',
      ]),
  },
  {
    title: 'Welcome Letter for New Agents',
    category: 'HR Documents',
    fileName: 'welcome.docx',
    daysAgo: 18,
    content: () =>
      wordFile([
        '# Welcome to Harbor & Pine',
        'Your desk is by the window on the second floor. The coffee is in the blue tin; the good mugs belong to nobody.',
        'In your first week: read the handbook, acknowledge the policies, ride along on two showings, and have lunch with somebody you do not know.',
      ]),
  },
  {
    title: 'Commission Schedule',
    category: 'Finance',
    fileName: 'commission-schedule.csv',
    daysAgo: 50,
    content: () =>
      csv([
        ['Closed volume', 'Agent share', 'Brokerage share'],
        ['up to $2 million', '60%', '40%'],
        ['$2 to $5 million', '70%', '30%'],
        ['$5 to $10 million', '80%', '20%'],
        ['above $10 million', '90%', '10%'],
      ]),
  },
  {
    title: 'Office Supplies Budget',
    category: 'Finance',
    fileName: 'supplies-budget.csv',
    daysAgo: 22,
    content: () =>
      csv([
        ['Item', 'Quantity', 'Unit price', 'Total'],
        ['Yard signs', 40, 38.5, 1540],
        ['Lockboxes', 12, 119, 1428],
        ['Brochure paper (ream)', 60, 14.25, 855],
        ['Coffee (pound)', 48, 13.9, 667.2],
      ]),
  },
  {
    title: 'Vendor List',
    category: 'Other',
    fileName: 'vendors.csv',
    daysAgo: 4,
    description: 'Inspectors, roofers, movers and who has worked with them.',
    content: () =>
      csv([
        ['Trade', 'Company', 'Phone', 'Worked with'],
        ['Inspector', 'Casco Home Inspection', '(207) 555-0181', 'Dana'],
        ['Roofer', 'Munjoy Roofing', '(207) 555-0182', 'Luis'],
        ['Septic', 'Gorham Septic', '(207) 555-0183', 'Priya'],
        ['Mover', 'Two Tides Movers', '(207) 555-0184', 'Dana'],
        ['Photographer', 'North Light Studio', '(207) 555-0185', 'everyone'],
      ]),
  },
  {
    title: 'Sign Inventory',
    category: 'Other',
    fileName: 'signs.csv',
    daysAgo: 260,
    content: () =>
      csv([
        ['Sign', 'In the cellar', 'Out'],
        ['For sale', 31, 18],
        ['Open house', 24, 6],
        ['Under contract', 19, 11],
        ['Directional', 44, 9],
      ]),
  },
]
