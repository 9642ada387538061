import { CONSENT } from '@frontdesk/contract/constants'
import type { LegalText } from './legal-text.ts'

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
