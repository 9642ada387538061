import type { CurrentUser } from '@frontdesk/contract/users'
import { expect, test } from 'vitest'
import { commandsFor, commandsMatching, keyPlacesFor, wantedToAssign } from './commands.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of a person here
const person = (role: string, manages_team = false) => ({ role, manages_team }) as CurrentUser
const [admin, agent] = [person('admin'), person('agent')]
const labels = (text: string, user = admin) => {
  const { first, others } = commandsMatching(text, user)
  return [first, others].map((commands) => commands.map(({ label }) => label))
}

test('what a text begins stands first, what only its words fit stands behind', () => {
  expect(labels('invite')).toEqual([['Invite somebody'], []])
  expect(labels('new pol')).toEqual([['New policy'], []])
  expect(labels('Settings: m')).toEqual([['Settings: Mail'], []])
  expect(labels('theme')).toEqual([['Theme like the system'], ['Light theme', 'Dark theme']])
  expect(labels('policies')).toEqual([[], ['Go to Policies']])
  expect(labels('mail settings')).toEqual([[], ['Settings: Mail']])
  expect(labels('logo')).toEqual([[], ['Settings: Brokerage']])
  expect(labels('domain')).toEqual([[], ['Settings: Joining']])
  expect(labels('lockbox')).toEqual([[], []])
  expect(labels('olicy')).toEqual([[], []])
})

test('an agent is offered nothing that only admins may do', () => {
  expect(labels('invite', agent)).toEqual([[], []])
  expect(labels('settings', agent)).toEqual([[], []])
  const own = commandsFor(agent).flatMap((command) => ('to' in command ? [command.to] : []))
  expect(own.filter((to) => /admin|add|invite/.test(to))).toEqual([])
  expect(labels('', agent)[1]).toEqual(['My obligations', 'Opened lately', 'Keyboard shortcuts'])
  expect(labels('my team', agent)).toEqual([[], []])
  expect(labels('my team', person('agent', true))).toEqual([[], ['Go to My Team']])
})

test('who writes that something is to be assigned looks for that, where they may', () => {
  expect(labels('ass')).toEqual([['Assign a policy, training or test'], []])
  expect(wantedToAssign(' Assign wire Fraud', admin)).toBe('wire Fraud')
  expect(wantedToAssign('assign ', admin)).toBe('')
  expect(wantedToAssign('assignment of keys', admin)).toBe(null)
  expect(wantedToAssign('assign wire', agent)).toBe(null)
})

test('no two commands have one name, nor two places one key', () => {
  const all = commandsFor({ ...admin, manages_team: true })
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  const keys = keyPlacesFor({ ...admin, manages_team: true }).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain('g')
})
