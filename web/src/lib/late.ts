import { type ComponentType, lazy } from 'react'
import { call } from './call.ts'
import { isServerReachable, watchConnection } from './connection.ts'

/** Imports code of a page, or of a part of one; while the server is away it waits, so that nobody loses the page they have. */
export async function loadPage<Page>(importPage: () => Promise<Page>): Promise<Page> {
  try {
    return await importPage()
  } catch (error) {
    try {
      await call('GET /health/live')
    } catch {
      await serverIsBack()
      return await importPage()
    }
    // The server answers, so an update has replaced the file: the router fetches the site anew.
    throw error
  }
}

function serverIsBack(): Promise<void> {
  return new Promise((resolve) => {
    if (isServerReachable()) resolve()
    const stop = watchConnection(() => {
      if (!isServerReachable()) return
      stop()
      resolve()
    })
  })
}

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
