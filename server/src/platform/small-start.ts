/**
 * Starting makes much that is thrown away at once. While it does, the young generation of the heap stays as
 * small as it is: what it grows to then would be kept for as long as the process lives.
 */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--semi-space-growth-factor=1')

/** From here on the heap grows as V8 thinks best. */
export const endSmallStart = (): void => setFlagsFromString('--semi-space-growth-factor=2')
