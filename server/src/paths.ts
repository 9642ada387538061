import { fileURLToPath } from 'node:url'

/** The server's folder: this file stands one level below it, in `src/` and in the bundle's `dist/`. */
const serverDir = new URL('../', import.meta.url)

/** Forward-only SQL files. */
export const migrationsDir = fileURLToPath(new URL('migrations/', serverDir))

/** The texts of the starter library. */
export const libraryDir = fileURLToPath(new URL('library/', serverDir))

/** The built web app. */
export const webDistDir = fileURLToPath(new URL('../web/dist/', serverDir))
