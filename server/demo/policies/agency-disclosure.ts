import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const first = prose`
People must know whom we work for before they tell us anything that could be used against them.
This policy says when we disclose, in what form, and what the file must show.

# The relationships we offer

- Seller's agent: we represent the seller alone.
- Buyer's agent: we represent the buyer alone.
- Disclosed dual agency: both, only with the informed written consent of both, and only with your
  manager's approval.

We do not act as undisclosed agents for anyone. What each relationship means, and what it is
called, is a matter of state law and varies; our state's own disclosure form governs.

# When to disclose

Give the state disclosure form at the first substantial conversation about a particular property
or about a person's needs and finances, and in any case before confidential facts are shared. At
an open house, say at the door whom you represent, and post the sign.

1. Hand over the form and explain it in plain words.
2. Ask for a signature. If the person declines, write "declined" with the date and your initials.
3. Put the signed form into the file on the same day.

# Agreements with buyers

Sign a written buyer agreement before you tour a home together. It states what we do, for how
long, and how we are paid.

# Agreements with sellers

The listing agreement names our compensation and, separately, any amount that the seller chooses
to pay toward a buyer's agent. Put both numbers side by side when you explain it.

# Confidential facts

What a client told us in confidence stays confidential after closing: their lowest price, their
reasons, their deadline. It is never repeated in the office, to a colleague on the other side, or
in remarks on a listing. Material defects are not confidential; disclose them as our state's law
requires.

# Dual agency

Stop and call your manager before both sides of one transaction are with us, even where two
different agents are involved. You may not advise either party on price or terms to the other's
disadvantage.

# Sources

State license law and our real-estate commission's rules; the practice changes of the National
Association of Realtors' settlement, in force since August 17, 2024; for its members, Articles 1,
9 and 16 of the Code of Ethics.
`

const second = prose`
People must know whom we work for, and what it costs them, before they tell us anything that could
be used against them. This policy says when we disclose, in what form, and what the file must
show.

# The relationships we offer

- Seller's agent: we represent the seller alone.
- Buyer's agent: we represent the buyer alone.
- Disclosed dual agency: both, only with the informed written consent of both, and only with your
  manager's approval.

We do not act as undisclosed agents for anyone. What each relationship means, and what it is
called, is a matter of state law and varies; our state's own disclosure form governs.

# When to disclose

Give the state disclosure form at the first substantial conversation about a particular property
or about a person's needs and finances, and in any case before confidential facts are shared. At
an open house, say at the door whom you represent, and post the sign.

1. Hand over the form and explain it in plain words.
2. Ask for a signature. If the person declines, write "declined" with the date and your initials.
3. Put the signed form into the file on the same day.

# Agreements with buyers

Sign a written buyer agreement before you tour a home together, in person or by live video. It
states what we do, for how long, and how we are paid. The agreement must:

- state the amount or rate of our compensation, or how it is worked out, so that it can be
  calculated and is not open-ended: never "whatever the seller offers"
- say that we may not receive more than that amount from any source
- say, where nobody can miss it, that compensation is not set by law and is fully negotiable

Speaking with a visitor at an open house on the seller's behalf needs no buyer agreement. Taking
that visitor to a second house does.

# Agreements with sellers

The listing agreement names our compensation and, separately, any amount that the seller chooses
to pay toward a buyer's agent. Put both numbers side by side when you explain it. Offers of
compensation do not appear anywhere on the multiple listing service. Tell the seller in writing,
and get approval in writing, before any payment to the other side is offered or made.

# Confidential facts

What a client told us in confidence stays confidential after closing: their lowest price, their
reasons, their deadline. It is never repeated in the office, to a colleague on the other side, or
in remarks on a listing. Material defects are not confidential; disclose them as our state's law
requires.

# Dual agency

Stop and call your manager before both sides of one transaction are with us, even where two
different agents are involved. You may not advise either party on price or terms to the other's
disadvantage.

# Sources

State license law and our real-estate commission's rules; the practice changes of the National
Association of Realtors' settlement, in force since August 17, 2024; for its members, Articles 1,
9 and 16 of the Code of Ethics.
`

export const agencyDisclosure: DemoPolicy = {
  category: 'Clients',
  description: 'Whom we work for, when we say so, and what goes into a buyer agreement.',
  versions: [
    { title: 'Agency Disclosure', content: first, material: true, daysAgo: 350, author: nora },
    {
      title: 'Agency Disclosure and Buyer Agreements',
      content: second,
      material: true,
      daysAgo: 34,
      author: nora,
    },
  ],
  assignments: [{ roles: ['agent', 'manager'], dueInDays: -4 }],
}
