import { type ComponentType, lazy } from 'react'
import { loadPage } from './page-loader.ts'

/** A part of a page whose code is fetched when it is first drawn, or before, by its `preload`. */
export function late<
  // oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy` has it: of any properties
  Module extends Record<Name, ComponentType<any>>,
  Name extends string,
>(importModule: () => Promise<Module>, name: Name) {
  let coming: Promise<{ default: Module[Name] }> | undefined
  const preload = () =>
    (coming ??= loadPage(importModule).then(
      (module) => ({ default: module[name] }),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    ))
  return Object.assign(lazy(preload), { preload })
}
