import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const content = prose`
Earnest money is not ours. It belongs to other people until the contract says whose it is.
Mishandling it is the quickest way to lose a license, and good intentions are no defense.

# Receiving a deposit

1. The contract names the amount, the form, the holder and the day it is due. Read it before you
   accept anything.
2. Checks are made out to the holder, never to you. We do not accept cash, and we do not hold a
   check for later unless the contract and both parties say so in writing.
3. Bring the check to the office on the day you receive it. Photograph it, and have the receipt
   signed.
4. If it bounces, or does not come in time, tell the other side in writing at once. A late deposit
   is a material fact.

More than $10,000 in cash, in one or in related payments, must be reported to the IRS on Form 8300
within 15 days (26 U.S.C. 6050I). That is one reason why we take none.

# Depositing

Tobias Grant deposits by the end of the next banking day after we have the check and the accepted
contract. State rules vary between one and several banking days; ours is never later than the
state's.

# The account

- It is a trust account by name, in a federally insured bank.
- Commingling is forbidden: no commissions, no rent, no operating money goes in. Only the small
  balance that the bank asks for, where our state permits it, may be ours.
- Interest goes where state law and the contract send it.
- Each transaction has its own ledger. No ledger may ever be below zero: that would be somebody
  else's money.
- Two people are needed to pay out, and agents have no access.

# Paying out

Money leaves the account only:

- at closing, as the settlement statement shows
- on a release that every party has signed
- under a court order, or as state law expressly allows

A demand from one side is not a release. A phone call or an email is not a release. Changed
payment instructions are handled under Wire-Fraud Prevention.

# Disputes

When the parties disagree, we take no side and promise nothing. Write down what each says, and
tell the designated broker on the same day. Depending on the state, the money is then held, put to
mediation, or paid into court. Deadlines vary.

# Checking ourselves

By the tenth of each month operations reconciles three figures: the bank's balance, the account's
book, and the sum of all the ledgers. The designated broker signs the result. A difference of one
cent is found before anyone goes home.

# Sources

Our state's license law and trust-account rules, which decide wherever this page is silent; 26
U.S.C. 6050I; for members of the National Association of Realtors, Article 8 of its Code of
Ethics.
`

export const earnestMoneyAndTrustAccount: DemoPolicy = {
  category: 'Money',
  description: 'Deposits from the buyer’s hand to the closing table, with nothing lost on the way.',
  versions: [
    {
      title: 'Earnest Money and the Trust Account',
      content,
      material: true,
      daysAgo: 190,
      author: nora,
    },
  ],
  assignments: [{ roles: ['agent', 'manager'], dueInDays: -160 }],
}
