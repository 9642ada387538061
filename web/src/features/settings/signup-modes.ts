import type { SignupMode } from '@frontdesk/contract/settings'

export const signupModes: { value: SignupMode; label: string; hint: string }[] = [
  { value: 'open', label: 'Anyone', hint: 'Whoever has the address of this portal can join.' },
  {
    value: 'domains',
    label: 'People with a work address',
    hint: 'Only email addresses of the domains below. An account begins once its mailbox has answered.',
  },
  {
    value: 'approval',
    label: 'Anyone, after approval',
    hint: 'A new account waits until an administrator activates it.',
  },
  { value: 'invite', label: 'Invited people only', hint: 'The sign-up page says so.' },
]

export const nameOfMode = (mode: SignupMode) =>
  signupModes.find(({ value }) => value === mode)?.label ?? mode
