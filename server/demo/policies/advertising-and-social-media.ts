import { prose, tobias, type DemoPolicy } from './demo-policy.ts'

const first = prose`
Anything that a stranger could take for an invitation to do business is advertising: a sign, a
listing, a post, a story, a comment, a business card, an email. All of it speaks for the
brokerage.

# Every advertisement

- Shows the name "Harbor & Pine Realty" as it stands on our license, at least as large as our
  state's rules require. State rules on names, team names and license numbers vary; ask before you
  design.
- Is true today. Mark sold and withdrawn listings within one business day.
- Uses photographs that show the property as it is.
- Has the owner's written permission, and the right to every picture, plan and piece of music in
  it.
- Describes the property and not the people who might live there (42 U.S.C. 3604(c)). The words to
  avoid are listed in the Fair Housing policy.

# Social media

Your personal account becomes advertising when you mention a listing, a client or your work. Put
your name, your title and the brokerage's name into the profile. Do not post a client's home, name
or closing without written consent, and never before closing.

Paid audiences must not be narrowed by age, gender, postal code or anything that stands in for a
protected group.

# Reviews

Ask every client, not only the happy ones. Do not pay for a review, and do not write one for
somebody else.

# Calls, texts and email

- Check the National Do Not Call Registry and our own list before any cold call. Call between 8
  a.m. and 9 p.m. where the person is (47 CFR 64.1200).
- No automated or prerecorded marketing calls or texts without prior written consent (Telephone
  Consumer Protection Act, 47 U.S.C. 227).
- Marketing email has an honest subject line, our street address and a way out that works
  (CAN-SPAM, 15 U.S.C. 7704).
- Whoever asks us to stop goes onto our list the same day.

# Approval

Send new templates, sites and paid campaigns to your manager two business days before they run.
`

const second = prose`
Anything that a stranger could take for an invitation to do business is advertising: a sign, a
listing, a post, a story, a comment, a business card, an email. All of it speaks for the
brokerage.

# Every advertisement

- Shows the name "Harbor & Pine Realty" as it stands on our license, at least as large as our
  state's rules require. State rules on names, team names and license numbers vary; ask before you
  design.
- Is true today. Mark sold and withdrawn listings within one business day.
- Uses photographs that show the property as it is. Virtual staging is labeled on the picture
  itself, with the unstaged picture next to it. No tool may remove a power line, a road, a stain
  or a neighbor's house.
- Has the owner's written permission, and the right to every picture, plan and piece of music in
  it.
- Describes the property and not the people who might live there (42 U.S.C. 3604(c)). The words to
  avoid are listed in the Fair Housing policy.

# Text written by software

You may draft with a writing assistant. You answer for every word: check each fact against the
file, take out anything about neighbors, safety or schools, and never paste in a client's name,
finances or messages.

# Social media

Your personal account becomes advertising when you mention a listing, a client or your work. Put
your name, your title and the brokerage's name into the profile. Do not post a client's home, name
or closing without written consent, and never before closing.

Paid audiences must not be narrowed by age, gender, postal code or anything that stands in for a
protected group.

# Reviews

Ask every client, not only the happy ones. Do not write a review for somebody else. The FTC's rule
on reviews and testimonials (16 CFR Part 465) forbids fake reviews, reviews bought on condition
that they are good or bad, undisclosed reviews by insiders, and suppressing bad ones. Family and
colleagues who recommend us say how they know us (16 CFR Part 255).

# Calls, texts and email

- Check the National Do Not Call Registry and our own list before any cold call. Call between 8
  a.m. and 9 p.m. where the person is (47 CFR 64.1200).
- No automated or prerecorded marketing calls or texts without prior express written consent
  (Telephone Consumer Protection Act, 47 U.S.C. 227). Keep the consent in the client's record.
- Marketing email has an honest subject line, our street address and a way out that works
  (CAN-SPAM, 15 U.S.C. 7704).
- Any clear wish to hear no more counts, in whatever words. The person goes onto our list the same
  day; federal rules allow ten business days at most.

# Approval

Send new templates, sites and paid campaigns to your manager two business days before they run.
`

export const advertisingAndSocialMedia: DemoPolicy = {
  category: 'Marketing',
  description: 'What must be on an advertisement, what may not, and who may be called or texted.',
  versions: [
    {
      title: 'Advertising and Social Media',
      content: first,
      material: true,
      daysAgo: 300,
      author: tobias,
    },
    {
      title: 'Advertising and Social Media',
      content: second,
      material: true,
      daysAgo: 62,
      author: tobias,
    },
  ],
  assignments: [{ roles: ['agent', 'manager'], dueInDays: -20 }],
}
