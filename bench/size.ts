import { argv } from 'node:process'

/** `npm run bench -- --smoke`: everything is tiny, and no figure is judged, only that it runs and is right. */
export const isSmoke = argv.includes('--smoke')

/** How large something is; tiny where only the running counts. */
export const sized = <T>(full: T, tiny: T): T => (isSmoke ? tiny : full)

/** For a promise of speed or size, which tiny numbers can't keep or break. */
export const exitCodeOf = (holds: boolean) => (holds || isSmoke ? 0 : 1)
