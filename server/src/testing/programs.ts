import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import { useBundlesIn } from '../platform/child-program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs, bundled (`scripts/test-programs.mjs`). */
    programs: string
  }
}

useBundlesIn(pathToFileURL(`${inject('programs')}/`))

/** A program as it is shipped, such as `main`, or one that only tests start: the path of its bundle. */
export const programPath = (name: string) => join(inject('programs'), `${name}.js`)
