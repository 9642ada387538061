/** What the page says to its service worker. */
export type WorkerMessage =
  /** Nothing of anybody stays on this device, and nobody is told anything here. */
  | { type: 'forget' }
  /** These answers of the API, by path and query, are to be read with no line by whoever has this token. */
  | { type: 'keep'; token: string; paths: string[] }
  /** Takes over from the worker of before, instead of waiting until its last page is closed. */
  | { type: 'take over' }
  /** Asks over a port which build it is of; the answer is its name. */
  | { type: 'version' }

/** What the service worker says to a page: somebody clicked a notification. Any answer over the port will do. */
export type WorkerNews = { type: 'open'; path: string }

/** When an answer was kept; only what comes from this device has it. */
export const KEPT_AT = 'X-Kept-At'
