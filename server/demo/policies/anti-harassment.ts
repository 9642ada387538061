import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const content = prose`
People do their best work where they are treated with respect. This policy protects everyone who
works with us: employees, independent contractors, assistants, applicants, clients, vendors and
visitors. It applies in the office, at showings, in cars, at parties and conferences, and in
messages at any hour.

# What is forbidden

Unwelcome conduct because of race, color, religion, sex, pregnancy, sexual orientation, gender
identity, national origin, age, disability, genetic information, or any further ground that state
or local law protects. For example:

- jokes, slurs, nicknames or imitations
- pictures, memes or messages of that kind, on any device
- comments about a body, clothing or private life
- touching, blocking the way, following, staring
- asking again after a no
- tying listings, leads, pay or advancement to a personal favor

Nobody's rank, sales or long service makes any of this acceptable. A client's money does not
either: tell us, and we end the relationship if we must.

# Harassment in housing

Sexual harassment of a tenant, a buyer or an applicant is also discrimination under the Fair
Housing Act (24 CFR 100.600). No repair, showing, lease or deposit is ever linked to a favor.

# How to report

You choose whom to tell, and need not follow any order:

1. Your manager, or either of the other managers.
2. Tobias Grant, (207) 555-0102.
3. Nora Lindqvist, (207) 555-0101.

Speak or write; keep messages and dates if you have them. Managers who see or hear of harassment
must report it within one business day, even if nobody has complained.

If the report concerns Nora or Tobias, tell any other person on this list. An outside investigator
then looks into it.

# What happens next

- We speak with you first, and ask what you need to be safe at work.
- We look into it promptly and fairly, hear both sides, and tell only those who must know.
- We decide on what is more likely than not, and tell you when it is finished.
- Consequences run from a warning to the end of employment or affiliation.

# No retaliation

Punishing someone for a report made in good faith, or for helping with one, is forbidden as
strictly as harassment itself. Fewer leads, a worse desk and silence at the coffee machine count.

# Your other rights

You may go to the Equal Employment Opportunity Commission or to our state's agency at any time. A
charge to the EEOC must generally be filed within 180 days, or 300 where a state agency enforces a
similar law (42 U.S.C. 2000e-5(e)(1)). Nothing here stops anyone from talking about pay or working
conditions.

# Sources

Title VII of the Civil Rights Act (42 U.S.C. 2000e and following), the Age Discrimination in
Employment Act (29 U.S.C. 621 and following) and the Americans with Disabilities Act (42 U.S.C.
12101 and following). They reach employers of a certain size. We follow their standards for
everyone, whatever their contract. State laws vary and often go further.
`

export const antiHarassment: DemoPolicy = {
  category: 'Workplace',
  description: 'Respect at work, whom to tell when it fails, and what happens then.',
  versions: [{ title: 'Anti-Harassment', content, material: true, daysAgo: 140, author: nora }],
  assignments: [{ everyone: true, dueInDays: -110 }],
}
