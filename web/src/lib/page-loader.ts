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
