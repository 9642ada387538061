/// <reference types="trusted-types" />
// oxlint-disable-next-line import/default -- Vite makes it an address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { storedToken } from '#web/lib/session-storage.ts'

let policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined

/** The one script that is started from here is our own. */
function workerAddress(): string | TrustedScriptURL {
  policy ??= window.trustedTypes?.createPolicy('frontdesk-pdf', {
    createScriptURL: (url: string) => {
      if (url !== workerUrl) throw new TypeError('Only the worker of this program')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

/** Opens the PDF at an address of ours, fetching only the parts of it that are looked at. */
export async function openPdf(address: string): Promise<PDFDocumentProxy> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know text only
  const worker = new Worker(workerAddress() as string, { type: 'module' })
  GlobalWorkerOptions.workerPort = worker
  try {
    return await getDocument({
      url: address,
      httpHeaders: { Authorization: `Bearer ${storedToken() ?? ''}` },
      rangeChunkSize: 1024 * 1024,
      disableAutoFetch: true,
      isEvalSupported: false,
      enableXfa: false,
    }).promise
  } catch (error) {
    worker.terminate()
    throw error
  }
}
