/** What the page itself asked for before the program was here: `page-shell/before-paint.js`. */
type EarlyAnswers = {
  /** Whose answers they are. */
  token: string
  /** By the address that was asked. */
  answers: Map<string, Promise<Response>>
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined
}

/** The answer that is on its way already, to be had once; rejects as `fetch` does. */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const { earlyAnswers: early } = globalThis
  if (!early || early.token !== token) return undefined
  const answer = early.answers.get(url)
  early.answers.delete(url)
  return answer
}

/** From here on the server tells of what is new, but not of what these said. */
export function forgetEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined
}
