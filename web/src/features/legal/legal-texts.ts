import { CONSENT } from '@frontdesk/contract/constants'

/** A paragraph, or the items of a list. */
export type LegalBlock = string | { items: string[] }

export type LegalSection = { heading: string; blocks: LegalBlock[] }

/** `{brokerage}` stands for the name of the brokerage. */
export type LegalText = {
  title: string
  introduction: string
  revised: string
  sections: LegalSection[]
}

/** A text's sentence with the brokerage's name in it. */
export function withName(text: string, brokerage: string): string {
  return text.replaceAll('{brokerage}', brokerage)
}

/** The same text as Markdown, for a brokerage that begins its own with ours. */
export function legalMarkdown({ introduction, sections }: LegalText): string {
  const parts = sections.map(({ heading, blocks }) =>
    [`# ${heading}`, ...blocks.map(markdownOf)].join('\n\n'),
  )
  return [introduction, ...parts].join('\n\n')
}

const markdownOf = (block: LegalBlock) =>
  typeof block === 'string' ? block : block.items.map((item) => `- ${item}`).join('\n')

export const terms: LegalText = {
  title: 'Terms of Use',
  introduction:
    'The rules for using this portal. They are between you and {brokerage}, which runs it for its own people.',
  revised: 'November 2026',
  sections: [
    {
      heading: 'Who runs this portal',
      blocks: [
        '{brokerage} has installed the program Front Desk on a computer or server of its choice and operates it alone. Those who write the program do not operate this portal, receive nothing from it and cannot see into it.',
      ],
    },
    {
      heading: 'Who may use it',
      blocks: [
        'People who work for or with {brokerage}: employees, affiliated agents and other contractors to whom it gives access. Using the portal does not make anyone an employee, and changes nothing in your employment or contractor agreement. Where that agreement and these terms disagree, the agreement applies.',
      ],
    },
    {
      heading: 'Your account',
      blocks: [
        'Give your real name and an email address that is yours. An account is for one person: do not share it, and do not let others act under your name, because what is done with your account is recorded as done by you.',
        'Choose a password that you use nowhere else. Tell an administrator at once if somebody else may know it.',
        'An administrator may change your role, and may deactivate your account when you leave or when there is reason to think that it is being misused. Deactivation ends your sessions immediately.',
      ],
    },
    {
      heading: 'Acknowledging a policy',
      blocks: [
        `When you press the button to acknowledge a policy, you make this statement to {brokerage}: “${CONSENT}” Please read the policy first, and ask about anything that is unclear before you acknowledge it.`,
        'The acknowledgment is recorded with your name, the time and the exact version of the text. It is meant to count like your signature on paper, as far as the federal E-SIGN Act (15 U.S.C. 7001 and following) and the law of your state allow. If you would rather sign on paper, ask an administrator.',
        'A recorded acknowledgment cannot be changed or removed, by you or by an administrator. When a policy changes, a new version may ask for your acknowledgment again. You may ask an administrator for a copy of your own records.',
      ],
    },
    {
      heading: 'What is not allowed',
      blocks: [
        {
          items: [
            'Signing in as somebody else, or trying to see or change what your role does not let you.',
            'Getting around the portal’s limits or protections, probing it for weaknesses without written permission, or loading it with automated requests.',
            'Putting anything into it that is unlawful, harassing or discriminatory, or that you have no right to use.',
            'Putting clients’ personal data into profiles or policy texts. It belongs into the transaction file.',
            'Passing on texts marked as confidential to people outside {brokerage}, unless the law gives you the right to.',
          ],
        },
        'Nothing here keeps you from talking about pay or working conditions, from reporting a concern to an authority, or from using any other right that the law gives you.',
      ],
    },
    {
      heading: 'The policies',
      blocks: [
        'The policies are written by {brokerage} and belong to it. They say how work is done there; they are not legal advice to you. Where a policy and the law disagree, follow the law and tell an administrator.',
      ],
    },
    {
      heading: 'Availability',
      blocks: [
        '{brokerage} runs the portal with reasonable care, but cannot promise that it is always available or free of errors. It may be interrupted for maintenance. If you cannot reach it when a policy is due, tell an administrator.',
      ],
    },
    {
      heading: 'The program',
      blocks: [
        'Front Desk is free software under the GNU Affero General Public License, version 3 or later. The license gives you the right to the source code of the version that you are using here; ask the administrator for it. The program comes without warranty, as the license says.',
      ],
    },
    {
      heading: 'Responsibility',
      blocks: [
        'As far as the law allows, {brokerage} is not liable for indirect losses that come from using the portal or from being unable to use it. This limits no liability that the law does not let anyone limit, and none of your rights as an employee or contractor.',
      ],
    },
    {
      heading: 'When you leave',
      blocks: [
        'Your access ends when your work with {brokerage} ends. The records of your acknowledgments stay; the privacy page says why and for how long.',
      ],
    },
    {
      heading: 'Changes, law, contact',
      blocks: [
        'These terms may change with the program or with the law. {brokerage} tells its people about changes that matter before they apply. The law of the state in which {brokerage} has its main office applies.',
        'For questions, turn to the administrator of the portal at {brokerage}.',
      ],
    },
  ],
}

export const privacy: LegalText = {
  title: 'Privacy',
  introduction:
    'What this portal knows about you, why, who can see it and how long it stays. It is operated by {brokerage}, which is responsible for it.',
  revised: 'November 2026',
  sections: [
    {
      heading: 'In short',
      blocks: [
        {
          items: [
            'Your data stays with {brokerage}. The program sends nothing to its makers or to anyone else.',
            'There is no advertising, no analytics and no tracking. Pages load no fonts, scripts or images from other sites.',
            'Nobody’s data is sold, or shared for advertising.',
            'Records of your acknowledgments stay after you leave. That is their purpose.',
          ],
        },
      ],
    },
    {
      heading: 'What is stored',
      blocks: [
        {
          items: [
            'Your account: name, email address, role, title, whether the account is active, and when you last signed in; if given, telephone number, a few words about you and a picture, of which nothing but the picture itself is kept: no place, time or camera. Your password is stored only as an Argon2id hash, from which nobody can read it.',
            'Your sessions: when and how you signed in, when you were last active, the network (IP) address and the kind of browser. The key that keeps you signed in is stored only as a hash.',
            'Mail that the portal has sent you, or tried to: kind, address, subject, when, and what went wrong. The text is not kept.',
            'What is asked of you: which policies you are to acknowledge, and by when.',
            'Your acknowledgments: your name, email address and role as they were then; the policy, its version and a fingerprint (SHA-256) of its exact text; the sentence that you agreed to; how you were signed in, and the session; the IP address and the kind of browser; the time; and the hash that ties the record to the one before it.',
            'The audit log: sign-ins, refused attempts, changes of content and people, and exports, each with who, what, when and from which IP address and browser.',
            'Technical logs: one line for each request, with the page asked for, the result, the account and the IP address. For a short time, counters of attempts by account and address, to stop guessing of passwords.',
          ],
        },
      ],
    },
    {
      heading: 'What is kept on your device',
      blocks: [
        'Only what the portal needs in order to work:',
        {
          items: [
            'auth_token and user_data: your session, and your name and role to draw the page. With “remember me” they stay until you sign out or the session ends; without it, until you close the tab.',
            'csrf_token, and a cookie named frontdesk_csrf: they keep other sites from acting in your name.',
            'Your choice of light or dark, and whether the sidebar is folded.',
            'While you edit a policy: your unsaved text, so that it survives an interruption.',
          ],
        },
        'Signing out removes the session from the device.',
      ],
    },
    {
      heading: 'Why',
      blocks: [
        'To give you access, to show you the policies that apply to you, and to be able to prove who agreed to which text and when: to regulators, insurers and courts if need be. IP address and browser are recorded because they help to show that an acknowledgment, or a change, really came from the person it names. Logs serve the security of the portal, for example to tell your usual network from that of a stranger.',
      ],
    },
    {
      heading: 'Who can see it',
      blocks: [
        {
          items: [
            'Colleagues who are signed in can see your picture, name, title, role, email address and telephone number, and what you wrote about yourself.',
            'Administrators can see the records of acknowledgments and the audit log, both with the IP address and the browser, what is still outstanding, and what mail was sent to whom; they can export the first three.',
            'Whoever runs the server for {brokerage} has technical access to it, the audit log included.',
          ],
        },
        'Nobody outside {brokerage} receives data by default. If it has rented the server, or has connected a mail, storage or payment provider, that company processes data on its behalf; the administrator can tell you which ones there are. {brokerage} may have to hand over records when the law, a regulator or a court requires it, and may use them to establish or defend a claim.',
      ],
    },
    {
      heading: 'How long it stays',
      blocks: [
        {
          items: [
            'Your account: while you work with {brokerage}. When you leave it is deactivated, and your sessions end at once.',
            'Sessions: until 12 hours after you last used them, and for 7 days at most; with “remember me” 30 days after, and 180 days at most. Expired ones are removed every hour.',
            'Your picture: until you replace or remove it, or your account is deleted.',
            'What mail was sent: 90 days.',
            'Acknowledgments, and the policy versions they refer to: permanently, after you have left too. They form one chain in which no record can be removed without breaking the rest.',
            'The audit log: permanently, because it shows that the records have not been tampered with.',
            'Technical logs and backups: as long as {brokerage} decides; ask the administrator.',
          ],
        },
      ],
    },
    {
      heading: 'How it is protected',
      blocks: [
        'Passwords and session keys are hashed, sign-in attempts are limited, each person sees what their role allows, and the records of acknowledgments can only be added to. {brokerage} is responsible for the server itself, for encrypted connections and for backups. No system is perfectly safe: report anything odd to the administrator.',
      ],
    },
    {
      heading: 'Your rights',
      blocks: [
        'You may ask the administrator what is stored about you, for a copy of it, and to correct what is wrong. You may ask for data to be deleted that is no longer needed. Records of acknowledgments and the audit log cannot be deleted; if something in them is wrong, say so, and {brokerage} keeps your correction on file.',
        'The law of your state may give you further rights, as an employee or contractor too. {brokerage} answers such requests within the time that the law sets, and treats nobody worse for making one.',
      ],
    },
    {
      heading: 'Changes and contact',
      blocks: [
        'This page changes when the portal does. {brokerage} tells its people about changes that matter.',
        'For questions and requests, turn to the administrator of the portal at {brokerage}.',
      ],
    },
  ],
}
