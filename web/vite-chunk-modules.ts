import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** Says beside Vite's manifest which of our modules each chunk holds, for `scripts/check-bundle.mjs`. */
export function chunkModules(): Plugin {
  return {
    name: 'chunk-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const own = (id: string) => id.startsWith(import.meta.dirname) && !id.includes('node_modules')
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? [
              [
                chunk.fileName,
                chunk.moduleIds.filter(own).map((id) => relative(import.meta.dirname, id)),
              ],
            ]
          : [],
      )
      const source = JSON.stringify(Object.fromEntries(modules))
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
    },
  }
}
