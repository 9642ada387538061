import { providerIn } from '@frontdesk/contract/constants'
/** What stands in every pack beside the evidence, in plain words. */
export const README = `A pack of evidence

It shows who acknowledged which policy, when, and in which words, and that nobody
changed it since. evidence.pdf is the part to read; everything else is there to be
checked.

How to check it

1. Open verify.html in a browser. It needs no network, and sends nothing anywhere.
   Drop this ZIP on it as you got it, not unpacked and packed again.
   Or, with Node 20 or newer:  node verify.mjs pack.zip
2. The programs in this pack come from whoever made the pack. Who wants to be sure
   takes verify.html from another place, or has one written: docs/evidence.md of
   Front Desk says all that it takes.
3. Compare the key with the one that the portal's address shows at /evidence/key, or
   better with one that you were given earlier.
4. Give the program what was kept outside of the operator's hands: a receipt that a
   signer got by mail, a checkpoint that was mailed to somebody, the certificate of a
   time authority, the key of a witness. Without any of these a pack shows that it is
   whole, and no more: it is "self-attested".

What is in it

evidence.pdf        to be read and printed
records.jsonl       the acknowledgments, one a line
texts.jsonl         the texts that were acknowledged
pictures/           the pictures that stand in these texts
proofs.jsonl        that each record is in the tree of the newest checkpoint
checkpoints/        signed notes on the history, and what others signed of them
consistency.jsonl   that each checkpoint continues the one before it
attempts.jsonl      tests, with their questions as they were asked
certificates.jsonl  what was completed
obligations.jsonl   what was asked of whom, and how it stood
audit.jsonl         who did what, as far as it concerns this pack
manifest.json       the names and hashes of all of these
manifest.note       the portal's signature on it
verify.html, verify.mjs   the two verifiers
`

/** What whoever reads a pack may conclude from it, where it is accepted. */
export const ESTABLISHES = [
  'Which text: the exact title and words of the version that was acknowledged.',
  'Which account, when by the server’s clock, how it had signed in, and from which address.',
  'That the person was shown the sentence of consent, and agreed with it; and where the policy asked for more than a press, what of it was given.',
  'That no record in it was changed, put in, taken out or moved since the checkpoint after it, as far as somebody outside kept a receipt, a checkpoint, a token or a witness’s note from then.',
]

export const LEAVES_OPEN = [
  'Who sat at the keyboard: a record is as good as the password or device behind it.',
  'That somebody understood what they agreed with, or read all of it: how long a text was open, and whether its end was reached, is what their browser said.',
  'That nothing within what was chosen was left out, unless it is about everything.',
  'That tests, certificates, obligations and the audit trail were not changed: they are in the pack as they were in the database when it was made.',
  'Without anything from outside: that the operator did not rewrite the whole history before.',
]

/** How somebody had signed in, as a record says it. */
const SIGN_IN_METHODS: Record<string, string> = {
  password: 'with a password',
  password_and_totp: 'with a password and a code from an app',
  password_and_recovery_code: 'with a password and a recovery code',
  password_on_trusted_browser: 'with a password, in a browser that had given a code before',
  passkey: 'with a passkey',
  password_and_passkey: 'with a password and a passkey',
}

const PROVIDER_FACTORS: Record<string, string> = {
  totp: ' and a code from an app',
  recovery_code: ' and a recovery code',
  passkey: ' and a passkey',
  trusted_browser: ', in a browser that had given a code before',
}

/** How somebody signed in, in words; what nobody has words for as it is. */
export function signInWords(method: string): string {
  const provider = providerIn(method)
  if (!provider) return SIGN_IN_METHODS[method] ?? method
  const { host, factor } = provider
  return `by the provider ${host}${factor ? (PROVIDER_FACTORS[factor] ?? ` and ${factor}`) : ''}`
}

/** Who had a hand in the password, as a record says it. */
export const SESSION_ORIGINS: Record<string, string> = {
  password: 'with the password that they chose when they signed up',
  after_invitation: 'after an invitation that was mailed to them',
  after_reset: 'after a new password that was mailed to them to choose',
  after_admin_invitation: 'after an invitation that an admin was shown',
  after_admin_reset: 'after a link for a new password that an admin was shown',
  after_operator: 'after a password that was set on the server',
  after_admin_factor_reset: 'after an admin had reset their second factor',
  after_operator_factor_reset: 'after their second factor was reset on the server',
  not_recorded: 'before that was written down',
}
