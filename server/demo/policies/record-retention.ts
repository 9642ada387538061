import { prose, tobias, type DemoPolicy } from './demo-policy.ts'

const content = prose`
A complete file protects the client, the agent and the brokerage. An incomplete one proves
whatever the other side says. This policy says what we keep, for how long, and how it ends.

# How long

State license law sets the minimum for transaction records, and states differ: three to seven
years is common. We keep ours for seven years from closing, or from the end of the agreement if
nothing closed. Where our state asks for longer, the longer time counts.

- Transaction files, with offers that were not accepted: 7 years
- Trust-account ledgers, bank statements and reconciliations: 7 years
- Agency disclosures and buyer agreements: 7 years, with the file
- Lead-based paint disclosures: with the file; federal law asks for at least 3 years from the sale
  or the start of the lease (40 CFR 745.113(c))
- Affiliated-business disclosures: with the file; Regulation X asks for 5 years (12 CFR
  1024.15(d))
- Advertising, with the dates it ran: 3 years
- Marketing consents, do-not-call requests and call records: 5 years (compare 16 CFR 310.5)
- Employment-tax records: at least 4 years after the tax is due or paid (26 CFR 31.6001-1(e)(2))
- Policy versions and acknowledgments: as long as the brokerage exists

# What a file holds

1. Every signed page, with all its pages, from first disclosure to closing statement.
2. Every version of the contract and each addendum, counteroffer and notice.
3. Messages that changed anything: price, dates, repairs, instructions. Save texts as PDF the same
   week.
4. Notes of important telephone calls, with the date and the time.
5. Inspection reports, receipts for deposits, and who got a copy of what.

Elena Castellanos closes each file within ten days after closing. Your commission waits for a
complete file.

# Electronic records

A scan is as good as paper when it is accurate and can be reproduced later (E-SIGN Act, 15 U.S.C.
7001(d)). Keep the signing certificate with an electronically signed document. Do not keep the
only copy on your phone or in a personal account.

# Legal hold

When a claim, a complaint, a subpoena or an audit has come, or may come, the designated broker
puts the file on hold. From then on nothing about it is deleted: files, email, texts, photographs,
calendar entries, on every device. A hold ends in writing, and beats every time limit above.

# The end

In January operations lists the files whose time is up. The designated broker signs the list.
Paper is shredded, electronic copies are deleted, the list is kept.

# When you leave us

Files belong to the brokerage. Hand over what is missing, return devices and keys, and take only
what your agreement and our state's rules allow.
`

export const recordRetention: DemoPolicy = {
  category: 'Records',
  description:
    'What goes into a transaction file, how long we keep it, and what a legal hold means.',
  versions: [{ title: 'Record Retention', content, material: true, daysAgo: 205, author: tobias }],
  assignments: [{ roles: ['agent', 'manager', 'admin'], dueInDays: -175 }],
}
