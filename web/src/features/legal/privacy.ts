import type { LegalText } from './legal-text.ts'

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
