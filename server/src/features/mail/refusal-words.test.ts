import { expect, test } from 'vitest'
import { refusalInWords } from './refusal-words.ts'

test.each([
  [
    'Invalid login: 535 5.7.8 Error: authentication failed',
    'the server refuses the name or the password',
  ],
  ['getaddrinfo ENOTFOUND smtp.example.com', 'there is no mail server of this name'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'the server takes no connections on this port'],
  ['Connection timeout', 'the server does not answer'],
  ['self-signed certificate', 'the server’s certificate can’t be trusted'],
  ['read ECONNRESET', 'the server hangs up'],
  ['Message rejected as spam.', 'Message rejected as spam'],
])('%s', (said, words) => expect(refusalInWords(said)).toBe(words))
