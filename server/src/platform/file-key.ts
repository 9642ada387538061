import { randomBytes } from 'node:crypto'

/** The only names of files that this program makes and reads. */
const KEY = /^[0-9a-f]{32}$/

/** 128 random bits. */
export const newKey = () => randomBytes(16).toString('hex')

export const isKey = (name: string) => KEY.test(name)

/** The key itself. @throws for anything else, such as a path */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not the key of a file')
  return key
}
