const PASSKEY_REFUSALS = new Map<unknown, string>([
  ['malformed', 'it was no answer of one'],
  ['challenge_over', 'the answer was late, or had been given before'],
  ['other_origin', 'it was used on another site'],
  ['other_site', 'it is for another site'],
  ['not_verified', 'the device did not check who uses it'],
  ['unknown', 'it is not known here'],
  ['not_theirs', 'it is somebody else’s'],
  ['wrong_signature', 'the signature was wrong'],
  ['counted_back', 'it counted backwards, as a copy would'],
  ['attested', 'the device sent certificates'],
  ['known', 'there is one of this device already'],
])

/** Why a passkey was refused, for whoever reads the trail. */
export const whyRefused = (reason: unknown): string =>
  PASSKEY_REFUSALS.get(reason) ?? 'for a reason of another version'
