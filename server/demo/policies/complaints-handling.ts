import { nora, prose, type DemoPolicy } from './demo-policy.ts'

const content = prose`
A complaint is a client giving us one more chance. Most are about silence, not about money. Answer
quickly, write it down, and let the right person decide.

# What is a complaint

Any expression of dissatisfaction from a client, another agent, a neighbor or an authority, in any
form: a call, a review, a remark at closing, a lawyer's letter. If you wonder whether it is one,
it is.

# The first day

1. Listen to the end. Thank the person. Do not argue, do not promise a result, do not admit fault.
2. Say: "I will pass this to my manager today, and you will hear from us by tomorrow evening."
3. Write down who, when, what, and what they would like to happen. Use their words.
4. Send your note to your manager before you go home. Add the file; change nothing in it.

# What goes to the designated broker at once

- anything that mentions discrimination, harassment or safety
- money that is missing or has been sent to the wrong place
- a letter from a lawyer, an insurer, the real-estate commission, HUD or another authority
- a threat to sue, or to go to the press
- anything about a manager

Do not answer these yourself, not even to confirm that you have received them.

# Who does what

Your manager acknowledges within one business day, speaks with everyone involved, and gives a
written answer within ten business days. If it takes longer, the client is told why and until
when. Clients who remain unhappy can ask for the designated broker, whose answer comes within five
more business days.

Tell them, too, where else they can turn: our state's real-estate commission; the local
association's ombudsman or mediation service; for fair housing, HUD (1-800-669-9777) within one
year, and our state's agency. Rules and deadlines vary from state to state.

# Insurance

Our errors-and-omissions policy covers claims that are reported in time. A late notice can cost
the coverage. The designated broker notifies the insurer of every claim, and of circumstances that
may become one. Never offer money, a repair or a discount without her written approval.

# Reviews online

Do not answer in anger, and do not reveal that somebody is our client or any detail of their
transaction. Your manager answers with two sentences and a telephone number. We never ask for a
review to be removed in return for something, and never threaten a reviewer.

# No retaliation

Nobody is treated worse for complaining. Where fair housing is concerned, that is federal law (42
U.S.C. 3617).

# Learning

Managers record each complaint in the register: date, subject, result, days to answer. In January,
April, July and October we read it together, without names, and decide what to change. When a
policy changes because of it, you will find the new version here.
`

export const complaintsHandling: DemoPolicy = {
  category: 'Clients',
  description: 'From the first unhappy phone call to a written answer, and who decides what.',
  versions: [{ title: 'Complaints Handling', content, material: true, daysAgo: 24, author: nora }],
  assignments: [{ roles: ['manager', 'admin'], dueInDays: 6 }],
}
