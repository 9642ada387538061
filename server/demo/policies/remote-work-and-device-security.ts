import { prose, tobias, type DemoPolicy } from './demo-policy.ts'

const content = prose`
Most of our work happens on phones and laptops, in cars, kitchens and coffee shops. Whoever holds
your unlocked phone holds your clients' closings. These rules apply to every device that opens
brokerage mail or files, whoever owns it.

# Every device

- Locks itself after five minutes at most, and opens with a PIN of six digits or more, a
  fingerprint or a face.
- Is encrypted. Current phones are; on a laptop, ask operations to check.
- Installs updates within a week. A device that no longer gets updates is retired.
- Is not shared. Families have their own sign-in, or their own tablet.
- Can be found and erased from afar. Switch that on today.

# Signing in

1. Use the brokerage's password manager, and a different password for each service.
2. Long beats complicated: four or five unrelated words. You need not change a good password on a
   schedule; change it when it may have leaked (NIST SP 800-63B says the same).
3. Switch on multi-factor sign-in everywhere: a passkey or an app rather than a text message,
   where there is a choice.
4. Never approve a sign-in that you did not start. Deny it and call operations: somebody has your
   password.

# Working elsewhere

- Use your phone's hotspot rather than open Wi-Fi for transactions.
- Turn the screen away; take client calls where you are alone.
- Print at the office, or not at all.
- Lock your laptop in the trunk before you arrive, not in the parking lot where people can watch.

# Software and services

Install from the official store. Ask operations before you connect any app to your mail, your
calendar or the listing service, and before you give client data to an online tool. Remote-support
sessions begin only when you called us.

# Phishing

Expect documents to sign, parcel notices and a "quick favor" from Nora. She does not buy gift
cards. Check the full address, hover before you click, and forward anything odd to operations. We
would rather see fifty harmless messages than miss one.

# Lost, stolen, strange

Call Tobias Grant at (207) 555-0102 within the hour, at night too. He ends the sessions and erases
the device. Then change your mail password from another device. Telling us quickly is what counts;
losing a phone is not a disciplinary matter. Client data is then dealt with under Client Data and
Privacy.

# When you leave

Brokerage accounts close on your last day. Bring devices that belong to us, and let operations
remove our data from your own, with you watching.

# Sources

NIST Special Publication 800-63B; the FTC's "Protecting Personal Information: A Guide for
Business"; the advice of the Cybersecurity and Infrastructure Security Agency for small
businesses. Some states also require written security programs; state rules vary.
`

export const remoteWorkAndDeviceSecurity: DemoPolicy = {
  category: 'Safety',
  description:
    'Locked screens, good passwords, careful clicks, and whom to call about a lost phone.',
  versions: [
    {
      title: 'Remote Work and Device Security',
      content,
      material: true,
      daysAgo: 88,
      author: tobias,
    },
  ],
  assignments: [
    { roles: ['manager', 'admin'], dueInDays: -60 },
    {
      people: [
        'amara.diallo@harborandpine.example',
        'mei-ling.zhou@harborandpine.example',
        'olivia.pelletier@harborandpine.example',
        'kevin.nakamura@harborandpine.example',
        'samuel.adeyemi@harborandpine.example',
        'isabel.moreau@harborandpine.example',
      ],
      dueInDays: 12,
    },
  ],
}
