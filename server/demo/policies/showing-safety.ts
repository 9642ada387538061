import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const content = prose`
No sale is worth getting hurt for. You may leave any showing, at any moment, for any reason, and
nobody here will ask you to justify it.

# Before you meet

- Meet new clients at the office or in another public place first. No exceptions for cash buyers
  in a hurry.
- Ask every new client for a government photo ID and leave a copy in the office. Ask everyone or
  ask no one: checking some people and not others is a fair-housing problem (42 U.S.C. 3604(b)).
- Put the address, the client's name and the expected end into the shared calendar.
- Tell a colleague when you go. If you have not checked in fifteen minutes after the expected end,
  they call you; if you do not answer, they call your manager and then 911.

# At the property

1. Arrive first, park on the street, and do not let yourself be blocked in.
2. Open the door, turn on the lights, and find the other exits.
3. Let the client walk ahead. Stay out of basements, attics, closets and any room with one exit.
4. Keep your phone in your hand and charged; keep your car key with it.
5. Lock up, check every door and window, and return the key to the box.

![A house from above: the agent stands between the client and the front door](picture:house-plan)

Vacant homes and showings after dark are done by two people.

# The office signal

Call the office and ask for "the red folder on the Ferry Road file". Whoever hears it asks only
yes or no questions, keeps you on the line, and has a second person call 911 with your calendar
address.

# Open houses

- Two of us, always. Sign visitors in.
- Ask the seller beforehand to lock away prescription medicine, weapons, jewelry, mail, spare keys
  and documents.
- Walk the house at the end, together, before you lock.

# Cameras and microphones

Ask the seller whether devices record sound. Federal law allows recording a conversation with one
party's consent (18 U.S.C. 2511(2)(d)); state laws vary, and some require everybody's. A seller
who listens in on buyers may be breaking the law. Assume that you are heard, and talk about price
and strategy outside.

# Dogs, weather, driving

Do not enter with a loose dog. Do not drive clients in your own car unless your insurance covers
it and your manager knows. Cancel for ice.

# Afterwards

Report anything that felt wrong to your manager the same day: a visitor who would not sign in, a
lock that had been forced, a message that went too far. We warn the other agents, and the listing
side where it is not ours. If you were threatened or hurt, call 911 first; we go with you to the
police.
`

export const showingSafety: DemoPolicy = {
  category: 'Safety',
  description: 'Meeting strangers in empty houses, and coming home again.',
  versions: [{ title: 'Showing Safety', content, material: true, daysAgo: 270, author: nora }],
  assignments: [{ roles: ['agent', 'manager'], dueInDays: -240 }],
}
