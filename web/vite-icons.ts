import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const IMPORT = /import \{([^}]*)\} from 'lucide-react'/g

/**
 * File names, without endings, of the icons that the sources in these folders of `web` take from lucide, but for those
 * whose path matches.
 */
export function iconsIn(folders: string[], but: RegExp): Set<string> {
  const files = folders.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
  })
  const names = files
    .filter((file) => /\.tsx?$/.test(file) && !but.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)])
    .flatMap(([, list = '']) => list.match(/\b[A-Z]\w+/g) ?? [])
  return new Set(names.map(fileNameOf))
}

/** `CircleCheck` is in `circle-check`, `Redo2` in `redo-2`. */
const fileNameOf = (name: string) =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase()
