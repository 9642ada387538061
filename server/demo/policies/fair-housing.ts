import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const content = prose`
Everyone who comes to us gets the same homes to choose from, the same terms and the same effort.
That is the law, and it is the reason many of us do this work. This policy covers every agent,
manager and member of staff, in every conversation, online and in person.

# Who is protected

The Fair Housing Act (42 U.S.C. 3601 to 3619) forbids discrimination in the sale, rental,
financing and advertising of housing because of:

- race or color
- national origin
- religion
- sex
- familial status: children under 18, pregnancy, or someone who is gaining custody of a child
- disability

The Civil Rights Act of 1866 (42 U.S.C. 1982) forbids racial discrimination in every sale and
rental, without exceptions. Our state and towns protect further groups. State and local rules vary
and change; the current list hangs beside the HUD poster in both offices, and it binds us wherever
it is stricter.

# What we never do

- Refuse to show, sell or rent, or say that a home is gone when it is not (42 U.S.C. 3604(a) and
  (d)).
- Offer different terms, fees, deposits or service (3604(b)).
- Steer: choose or leave out neighborhoods because of who the client is, or because of who lives
  there (24 CFR 100.70).
- Write or say anything that shows a preference, such as "perfect for a young couple" or "no
  children" (3604(c)).
- Tell owners that prices will fall because of who is moving in (3604(e)).
- Threaten, or punish anyone for using these rights or for helping somebody else to (42 U.S.C.
  3617).

# How we work

1. Write down what the client asks for, in the client's words, and search on that.
2. Ask every client the same opening questions. They are on the intake form; use it every time.
3. When asked about schools, crime or "what kind of people live there", say: "I can't characterize
   neighborhoods for you, but I can show you where to look it up." Then name the public source.
4. Describe the property, never the buyer you imagine for it.
5. Log showings and offers the same way for everyone. Good records are our best answer to a
   complaint.

# Disability

People with disabilities may ask for a reasonable accommodation, or make reasonable modifications
(42 U.S.C. 3604(f)(3)). An assistance animal is not a pet, so a no-pets rule or a pet fee does not
settle the question. Never ask what the disability is. Pass the request to your manager the same
day; do not answer it alone.

# When a client asks us to discriminate

Say that we cannot do it and why, write a note of what was said, and tell your manager at once. We
give up the listing rather than follow the instruction.

# Testers, complaints and consequences

Testers call and visit; the only preparation is to treat every caller alike. People may complain
to HUD within one year, and may sue within two (42 U.S.C. 3610 and 3613). Send any complaint to
the designated broker on the day it arrives. Breaking this policy can end your affiliation with
us, and can cost you your license.
`

export const fairHousing: DemoPolicy = {
  category: 'Clients',
  description: 'Equal service to everyone, and what to say when a client asks for something else.',
  versions: [{ title: 'Fair Housing', content, material: true, daysAgo: 355, author: nora }],
  assignments: [{ everyone: true, dueInDays: -325 }],
}
