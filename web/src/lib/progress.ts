/** Like `fetch`, and tells how much of the body has gone out: `fetch` itself doesn't say. */
export function sendWithProgress(
  url: string,
  init: RequestInit & { headers: Headers },
  onProgress: (share: number) => void,
): Promise<Response> {
  const { signal, body } = init
  // Aborting a request that isn't sent yet would not keep it from being sent.
  if (signal?.aborted) return Promise.reject(abortError())
  const { promise, resolve, reject } = withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(init.method ?? 'GET', url)
  request.withCredentials = true
  request.responseType = 'blob'
  for (const [name, value] of init.headers) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress(loaded / total)
  })
  request.addEventListener('load', () => resolve(responseOf(request)))
  request.addEventListener('error', () => reject(new TypeError('The connection broke off')))
  request.addEventListener('abort', () => reject(abortError()))
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a form, or text
  request.send(body as XMLHttpRequestBodyInit | null | undefined)
  return promise
}

const abortError = () => new DOMException('Cancelled', 'AbortError')

function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((onDone, onFailure) => {
    resolve = onDone
    reject = onFailure
  })
  return { promise, resolve, reject }
}

const WITHOUT_BODY = new Set([101, 204, 205, 304])

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const { status, statusText } = request
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `responseType` above asks
  const body = WITHOUT_BODY.has(status) ? null : (request.response as Blob)
  return new Response(body, { status, statusText, headers })
}
