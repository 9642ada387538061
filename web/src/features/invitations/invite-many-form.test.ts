import { describe, expect, it } from 'vitest'
import { readLines } from './invite-many-form.tsx'

const read = (text: string) =>
  readLines(text, 'agent').map(({ email, name, role }) =>
    [name, email, role].filter(Boolean).join(' '),
  )

describe('a list of people to invite', () => {
  it.each([
    ['a@b.example', ['a@b.example agent']],
    ['a@b.example\r\n\r\n  c@d.example  \n', ['a@b.example agent', 'c@d.example agent']],
    ['a@b.example, admin', ['a@b.example admin']],
    ['a@b.example; Manager', ['a@b.example Manager']],
    ['admin\ta@b.example', ['a@b.example admin']],
    ['Maya Okafor <maya@b.example>', ['Maya Okafor maya@b.example agent']],
    ['"Okafor, Maya" <maya@b.example>', ['Maya Okafor maya@b.example agent']],
    ['Okafor, Maya <maya@b.example>', ['Maya Okafor maya@b.example agent']],
    ['Maya,Okafor,maya@b.example,manager', ['Maya Okafor maya@b.example manager']],
    ['a@b.example, boss', ['a@b.example boss']],
    ['nonsense', ['nonsense agent']],
    [
      '\uFEFFEmail,Role\na@b.example,\nc@d.example,admin',
      ['a@b.example agent', 'c@d.example admin'],
    ],
    ['Name,E-mail address\n"Ortiz, ""Ben""",ben@b.example', ['"Ben" Ortiz ben@b.example agent']],
    ['First name,Last name,Email\nBen,Ortiz,b@b.example', ['Ben Ortiz b@b.example agent']],
    ['', []],
  ])('%j', (text, lines) => expect(read(text)).toEqual(lines))
})

describe('a line as mail programs write it', () => {
  it.each([
    [
      'Lee <lee@b.example>, Max <max@b.example>, Zoe <zoe@b.example>',
      ['Lee lee@b.example agent', 'Max max@b.example agent', 'Zoe zoe@b.example agent'],
    ],
    [
      'Lee <lee@b.example>, "Max, Jr." <max@b.example>; zoe@b.example',
      ['Lee lee@b.example agent', 'Max Jr. max@b.example agent', 'zoe@b.example agent'],
    ],
    ['a@b.example c@d.example', ['a@b.example agent', 'c@d.example agent']],
    [
      'Lee <lee@b.example> Max <max@b.example>',
      ['Lee lee@b.example agent', 'Max max@b.example agent'],
    ],
    ['lee@b.example (Lee Wong)', ['Lee Wong lee@b.example agent']],
    ['Team: lee@b.example, zoe@b.example;', ['lee@b.example agent', 'zoe@b.example agent']],
    ['a@b.example, admin, c@d.example', ['a@b.example admin', 'c@d.example agent']],
    ['"Lee \\"Ace\\" Wong" <lee@b.example>', ['Lee "Ace" Wong lee@b.example agent']],
    [
      'Lee O"Neil <lee@b.example>, zoe@b.example',
      ['Lee O"Neil lee@b.example agent', 'zoe@b.example agent'],
    ],
  ])('%j', (text, lines) => expect(read(text)).toEqual(lines))

  it('keeps what it does not understand, for the server to name', () => {
    expect(read('Lee <lee@b.example>, Max, Zoe <zoe@b.example>')).toEqual([
      'Lee lee@b.example agent',
      'Max agent',
      'Zoe zoe@b.example agent',
    ])
  })
})
