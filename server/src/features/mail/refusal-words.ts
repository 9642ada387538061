/** What the libraries and servers write, and what that means to whoever set mail up; the first that fits. */
const MEANINGS: [sign: RegExp, words: string][] = [
  [
    /password of the mail server can’t be read/i,
    'its password can’t be read here and has to be given anew',
  ],
  [
    /invalid login|missing credentials|authentication|\b(530|534|535)\b/i,
    'the server refuses the name or the password',
  ],
  [/ENOTFOUND|EAI_AGAIN|ENODATA|EDNS/, 'there is no mail server of this name'],
  [/ECONNREFUSED/, 'the server takes no connections on this port'],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout|timed out|greeting never/i,
    'the server does not answer',
  ],
  [/certificate|self.signed|altnames/i, 'the server’s certificate can’t be trusted'],
  [/wrong version number|packet length too long|EPROTO|ETLS|STARTTLS/i, 'encryption does not fit'],
  [/ECONNRESET|EPIPE|socket|closed unexpectedly|hung up/i, 'the server hangs up'],
  [/\b(4\d\d|452|552) .*(quota|rate|limit|too many)/i, 'the server takes no more for now'],
]

/** Why mail does not go out, as the end of a sentence. */
export function refusalInWords(lastError: string): string {
  const meaning = MEANINGS.find(([sign]) => sign.test(lastError))
  return meaning ? meaning[1] : lastError.slice(0, 200).replace(/\.$/, '')
}
