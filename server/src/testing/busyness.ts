import { availableParallelism, loadavg } from 'node:os'

/** How many times as long as on an idle machine things may take on this one, which has other work too. */
export const busyness = () => Math.max(1, loadavg()[0]! / availableParallelism())
