import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const content = prose`
Clients trust our advice because it is given for them. When we, our families or our partners stand
to gain from it, they must know first. Often disclosure is enough; sometimes the answer is no.

# Tell us before you act

Write to the designated broker before you:

- buy, sell, rent or invest in property, for yourself or through a company
- represent a relative, a business partner, or anyone you owe money to
- take a share in a lender, a settlement company, an inspection firm or a contractor
- do paid work outside the brokerage that touches real estate
- use what you learned from a client to your own advantage

When you deal in property yourself, say in writing that you hold a license, in every advertisement
and before any offer. Our state's form decides the wording.

# Referral fees and favors

Section 8 of the Real Estate Settlement Procedures Act (12 U.S.C. 2607) forbids giving or taking
anything of value for referring settlement business on a federally related mortgage loan: lending,
title, escrow, inspection, insurance. "Anything of value" means money, and also:

- event tickets, dinners and trips
- a lender paying more than its fair share of a joint advertisement
- desk rent or a marketing fee above the market price
- a prize for the month's most referrals

Both giver and receiver are liable, with fines of up to $10,000, up to a year in prison, and three
times the charge to the client.

The law allows payment for goods and services that were really provided, at what they are worth,
and referral arrangements between licensed brokers (12 U.S.C. 2607(c); 12 CFR 1024.14).
Commissions and broker-to-broker referral fees go through the brokerage, never from hand to hand.

# Affiliated businesses

If we, or you, own a part of a company that we recommend, the client gets the written Affiliated
Business Arrangement disclosure no later than the referral, with the estimated charges, and stays
free to go elsewhere (12 CFR 1024.15). A seller may not require the buyer to use a particular
title insurer (12 U.S.C. 2608).

# Recommending others

1. Name at least three whenever you can, and say that the choice is the client's.
2. Recommend people because they are good, and say so if you know them socially.
3. Take no gift from them. A holiday card is fine. A gift card is not.

# Multiple offers and in-house buyers

Present every offer, promptly, in the same way. Where you or a colleague have an offer in the same
competition, your manager presents all of them, and your client is told why.

# Doubt

Ask: would I mind if the client read about this? If the answer takes a moment, disclose it. State
law may be stricter than this page, and decides.
`

export const conflictsOfInterest: DemoPolicy = {
  category: 'Ethics',
  description: 'Own deals, referral fees, gifts and affiliated companies: tell the client first.',
  versions: [
    { title: 'Conflicts of Interest', content, material: true, daysAgo: 168, author: nora },
  ],
  assignments: [{ everyone: true, dueInDays: -138 }],
}
