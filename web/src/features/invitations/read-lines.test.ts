import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const read = (text: string) => readLines(text, 'agent').map(({ email, role }) => `${email} ${role}`)

describe('a list of people to invite', () => {
  it.each([
    ['a@b.example', ['a@b.example agent']],
    ['a@b.example\r\n\r\n  c@d.example  \n', ['a@b.example agent', 'c@d.example agent']],
    ['a@b.example, admin', ['a@b.example admin']],
    ['a@b.example; Manager', ['a@b.example Manager']],
    ['admin\ta@b.example', ['a@b.example admin']],
    ['Maya Okafor <maya@b.example>', ['maya@b.example agent']],
    ['"Okafor, Maya" <maya@b.example>', ['maya@b.example agent']],
    ['Maya,Okafor,maya@b.example,manager', ['maya@b.example manager']],
    ['a@b.example, boss', ['a@b.example boss']],
    ['nonsense', ['nonsense agent']],
    [
      '\uFEFFEmail,Role\na@b.example,\nc@d.example,admin',
      ['a@b.example agent', 'c@d.example admin'],
    ],
    ['Name,E-mail address\n"Ortiz, ""Ben""",ben@b.example', ['ben@b.example agent']],
    ['', []],
  ])('%j', (text, lines) => expect(read(text)).toEqual(lines))
})
