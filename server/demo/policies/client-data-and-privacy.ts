import { prose, tobias, type DemoPolicy } from './demo-policy.ts'

const content = prose`
Our clients hand us pay stubs, tax returns, bank letters and the reasons for a divorce. We keep as
little of it as we can, for as short a time as we may, where only the people who need it can see
it.

# What counts as sensitive

- Social Security, driver's license and account numbers
- pay stubs, tax returns, bank and credit documents
- health, disability, immigration and family circumstances
- alarm codes, lockbox codes and travel dates
- anything that a client asks us to keep to ourselves

# The five habits

They follow the Federal Trade Commission's guide "Protecting Personal Information: A Guide for
Business".

1. Know what you have. Client documents live in the transaction system, and nowhere else.
2. Keep only what the file needs. A lender's preapproval letter is enough; send the tax return
   back.
3. Lock it. Screens lock after five minutes, paper goes into the locked cabinet, laptops do not
   stay in cars.
4. Dispose of it. Shred paper. Ask operations to wipe devices. Information from consumer reports
   must be destroyed so that it cannot be read (FTC Disposal Rule, 16 CFR Part 682).
5. Plan ahead. Know whom to call when something goes wrong: Tobias Grant, (207) 555-0102.

# Sending documents

Use the secure link of the transaction system. Do not send account or Social Security numbers by
email or text, and do not accept them that way: reply with a fresh message that holds the link,
and delete the one that came.

# Who may see what

Look only at files that you work on. Do not discuss a client where others can hear. Assistants and
contractors get their own sign-in, and lose it on their last day. Do not paste client data into
any online service that operations has not approved.

# What we tell clients

We do not sell personal information. We share it with those who must have it to close: the lender,
the settlement company, the inspector, the other side's broker. If a client asks what we hold, or
asks us to correct it, pass the question to operations within one business day. Rights to see and
delete data differ from state to state, and some records must be kept; see Record Retention.

# Something was lost or seen

A lost phone, an email to the wrong person, a strange sign-in: report it within the hour, to
operations, by telephone. Early and wrong is better than late and right. Every state has a law on
notifying people after a breach; the deadlines vary and begin to run when we know. You will not be
punished for reporting your own mistake.

# Sources

Federal Trade Commission Act, section 5 (15 U.S.C. 45); the FTC guide and the Disposal Rule named
above; state breach-notification and privacy laws.
`

export const clientDataAndPrivacy: DemoPolicy = {
  category: 'Clients',
  description: 'What we may keep about a client, where it lives, and what to do when it gets out.',
  versions: [
    {
      title: 'Client Data and Privacy',
      content,
      material: true,
      daysAgo: 232,
      author: tobias,
    },
  ],
  assignments: [{ everyone: true, dueInDays: -200 }],
}
