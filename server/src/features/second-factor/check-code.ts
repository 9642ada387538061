import { unprocessable } from '../../http/errors.ts'
import { unseal } from '../../platform/sealed-secrets.ts'
import { readCode } from './codes.ts'

/** A sealed secret is its owner's: in another row it opens nothing. */
export const purposeOf = (userId: string) => `second factor ${userId}`

/** @throws UnreadableSecretError where the key beside the data is missing or another one */
export const unsealSecret = async (dataDir: string, sealed: Buffer, userId: string) =>
  unseal(dataDir, sealed, purposeOf(userId))

/** A refusal that stands beside the field. */
export const atCode = (code: string, sentence: string) =>
  unprocessable(code, sentence, { code: sentence })
export const wrongCode = () => atCode('wrong_code', 'This code is not right')

/** @throws AppError 422 for a code that is not one of this moment */
export function stepOrRefusal(secret: string, code: string): number {
  const read = readCode(secret, code)
  if (!read) throw wrongCode()
  if (read.secondsOff !== 0) throw clockOff(read.secondsOff)
  return read.step
}

export function clockOff(secondsOff: number) {
  const minutes = Math.max(1, Math.round(Math.abs(secondsOff) / 60))
  const by = `${minutes === 1 ? 'a minute' : `${minutes} minutes`} ${secondsOff > 0 ? 'ahead' : 'behind'}`
  return atCode(
    'clock_off',
    `This code is ${by}. Have your phone set its clock by itself, and use the code that it shows then.`,
  )
}
