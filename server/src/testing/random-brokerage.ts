import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type {
  PlainPerson,
  PlainRequirement,
  Rhythm,
} from '../features/obligations/plain-reading.ts'
import type { PlainWorld } from './plain-obligations.ts'

type PlainRole = 'agent' | 'manager'
type PlainItem = PlainWorld['items'][number]

/** One change of a brokerage, by numbers that anything can be made of. */
export interface Step {
  what: number
  who: number
  item: number
  audience: number
  detail: number
}

interface Change {
  world: PlainWorld
  now: number
  step: Step
  person: PlainPerson
  item: PlainItem
}

const DAY = 86_400_000
const TEAM = uuidv7()

const at = (time: number | null) =>
  time === null ? 'null' : `'${new Date(time).toISOString()}'::timestamptz`
const bytes = () => `decode('${randomBytes(32).toString('hex')}', 'hex')`

/** Three people and one who joins later, two policies, a test, and a training with its quiz. */
export function newWorld(now: number): PlainWorld {
  const person = (role: PlainRole, active = true) => ({
    id: uuidv7(),
    role,
    active,
    activeSince: now,
    roleSince: now,
  })
  const item = (kind: 'policy' | 'test', days: number | null = null): PlainItem => ({
    id: uuidv7(),
    kind,
    gone: false,
    material: 1,
    version: 1,
    askedAt: now,
    threshold: days === null ? null : 365,
    days,
  })
  return {
    people: [person('agent'), person('agent'), person('manager'), person('agent', false)],
    items: [item('policy'), item('policy'), item('test'), item('test', 30)],
    requirements: [],
    members: new Map(),
    done: [],
    waivers: [],
  }
}

/** SQL that writes it. */
export function insertWorld({ people, items }: PlainWorld, now: number): string {
  const training = uuidv7()
  return `
    ${people
      .map(
        (one, index) => `
      insert into users (id, first_name, last_name, email, role, status, created_at) values
        ('${one.id}', 'Person ${index}', '', '${one.id}@example.com', '${one.role}',
          '${one.active ? 'active' : 'inactive'}', ${at(now)});`,
      )
      .join('')}
    insert into teams (id, name) values ('${TEAM}', 'Office of ${people[0]!.id}');
    insert into trainings (id, title, duration, due_days) values ('${training}', 'Escrow', 20, 30);
    ${items
      .map((one) =>
        one.kind === 'test'
          ? `insert into tests (id, title, training_id, retake_threshold) values
          ('${one.id}', 'Test', ${one.days === null ? 'null' : `'${training}'`}, ${one.threshold});`
          : `insert into policies (id, current_version, material_version) values ('${one.id}', 1, 1);
        ${insertVersion(one, now)}`,
      )
      .join('')}`
}

const insertVersion = ({ id, version, material }: PlainItem, now: number) => `
  insert into policy_versions (policy_id, version, title, content, content_sha256, material, created_at)
  values ('${id}', ${version}, 'Policy', 'Text', ${bytes()}, ${version === material}, ${at(now)});`

/** Changes the world, and returns the SQL that changes the database alike. */
export function change(world: PlainWorld, step: Step, now: number): string {
  const about: Change = {
    world,
    now,
    step,
    person: world.people[step.who]!,
    item: world.items[step.item]!,
  }
  const { what } = step
  if (what < 26) return require(about)
  if (what < 32) return stopRequiring(about)
  if (what < 40) return comeOrGo(about)
  if (what < 47) return changeRole(about)
  if (what < 54) return changeTeam(about)
  if (what < 62) return edit(about)
  if (what < 67) return removeOrRestore(about)
  if (what < 86) return doIt(about)
  if (what < 93) return waive(about)
  if (what < 97) return changeThreshold(about)
  return ''
}

/** As assigning does: who had to already gets the new date, and the new rhythm where one is given. */
function require({ world, now, step, person, item }: Change): string {
  const audiences: PlainRequirement['of'][] = [
    { person: person.id },
    { person: person.id },
    { role: step.detail % 2 === 0 ? 'agent' : 'manager' },
    { team: TEAM },
    { everyone: true },
    { everyone: true },
  ]
  const of = audiences[step.audience]!
  const dueAt = [null, now + 2 * DAY, now + 30 * DAY, now - 5 * DAY, now + 400 * DAY][
    step.detail % 5
  ]!
  const rhythm = rhythmOf(step.detail)
  const found = world.requirements.find(
    (one) => one.itemId === item.id && JSON.stringify(one.of) === JSON.stringify(of),
  )
  if (!found) {
    const one: PlainRequirement = {
      id: uuidv7(),
      itemId: item.id,
      of,
      createdAt: now,
      dueAt,
      dueSetAt: now,
      rhythm,
      recursSince: rhythm && now,
    }
    world.requirements.push(one)
    return insertRequirement(one, item)
  }
  if (found.dueAt !== dueAt) Object.assign(found, { dueAt, dueSetAt: now })
  if (!isSame(found.rhythm, rhythm)) found.recursSince = rhythm && now
  found.rhythm = rhythm
  return `update requirements set due_at = ${at(found.dueAt)}, due_set_at = ${at(found.dueSetAt)},
    (every_days, every_months, on_month, on_day, window_days) = (${rhythmColumns(rhythm)}),
    recurs_since = ${at(found.recursSince)} where id = '${found.id}';`
}

function rhythmOf(detail: number): Rhythm | null {
  const window = [0, 14, 30][detail % 3]!
  const rhythms: (Rhythm | null)[] = [
    null,
    null,
    { days: [45, 100, 365][detail % 3]!, window },
    { months: [2, 6, 12][detail % 3]!, window },
    { month: 1 + (detail % 12), day: 1 + (detail % 28), window },
    { month: 2, day: 29, window },
  ]
  return rhythms[Math.floor(detail / 7) % rhythms.length]!
}

/** Another window is the same rhythm still. */
const isSame = (one: Rhythm | null, other: Rhythm | null) =>
  JSON.stringify({ ...one, window: 0 }) === JSON.stringify({ ...other, window: 0 }) &&
  (one === null) === (other === null)

function rhythmColumns(rhythm: Rhythm | null): string {
  if (!rhythm) return 'null, null, null, null, null'
  if ('days' in rhythm) return `${rhythm.days}, null, null, null, ${rhythm.window}`
  if ('months' in rhythm) return `null, ${rhythm.months}, null, null, ${rhythm.window}`
  return `null, null, ${rhythm.month}, ${rhythm.day}, ${rhythm.window}`
}

function insertRequirement(one: PlainRequirement, item: PlainItem): string {
  const { of } = one
  return `
    insert into requirements (id, ${item.kind}_id, user_id, role, team_id, everyone, created_at, due_at,
      due_set_at, every_days, every_months, on_month, on_day, window_days, recurs_since)
    values ('${one.id}', '${item.id}', ${'person' in of ? `'${of.person}'` : 'null'},
      ${'role' in of ? `'${of.role}'` : 'null'}, ${'team' in of ? `'${TEAM}'` : 'null'}, ${'everyone' in of},
      ${at(one.createdAt)}, ${at(one.dueAt)}, ${at(one.dueSetAt)}, ${rhythmColumns(one.rhythm)},
      ${at(one.recursSince)});`
}

function stopRequiring({ world, step }: Change): string {
  const [gone] = world.requirements.splice(step.detail % (world.requirements.length || 1), 1)
  return gone ? `delete from requirements where id = '${gone.id}';` : ''
}

function comeOrGo({ now, person }: Change): string {
  person.active = !person.active
  if (person.active) person.activeSince = now
  return `update users set status = '${person.active ? 'active' : 'inactive'}' where id = '${person.id}';`
}

function changeRole({ now, person }: Change): string {
  person.role = person.role === 'agent' ? 'manager' : 'agent'
  person.roleSince = now
  return `update users set role = '${person.role}' where id = '${person.id}';`
}

function changeTeam({ world, now, person }: Change): string {
  if (world.members.delete(person.id)) {
    return `delete from team_members where team_id = '${TEAM}' and user_id = '${person.id}';`
  }
  world.members.set(person.id, now)
  return `insert into team_members (team_id, user_id, member, manager, since)
    values ('${TEAM}', '${person.id}', true, false, ${at(now)});`
}

function edit({ now, step, item }: Change): string {
  if (item.kind === 'test') return ''
  item.version += 1
  if (step.detail % 3 > 0) Object.assign(item, { material: item.version, askedAt: now })
  return `${insertVersion(item, now)}
    update policies set current_version = ${item.version}, material_version = ${item.material}
    where id = '${item.id}';`
}

function removeOrRestore({ now, item }: Change): string {
  item.gone = !item.gone
  const since = item.gone ? at(now) : 'null'
  return item.kind === 'policy'
    ? `update policies set deleted_at = ${since} where id = '${item.id}';`
    : `update tests set archived_at = ${since} where id = '${item.id}';`
}

function doIt({ world, now, person, item }: Change): string {
  world.done.push({ person: person.id, itemId: item.id, version: item.version, at: now })
  if (item.kind === 'test') {
    return `insert into certificates (id, code, user_id, test_id, person_name, title, completed_at, facts_sha256)
      values ('${uuidv7()}', '${randomBytes(8).toString('hex').toUpperCase()}', '${person.id}', '${item.id}',
        'Person', 'Test', ${at(now)}, ${bytes()});`
  }
  return `insert into policy_acknowledgments (sequence, id, policy_id, user_id, version, acknowledged_at,
      policy_title, person_name, person_email, person_role, content_sha256, consent, sign_in_method,
      session_id, ip, user_agent, previous_hash, hash)
    values (${world.done.length}, '${uuidv7()}', '${item.id}', '${person.id}', ${item.version}, ${at(now)},
      'Policy', 'Person', 'p@example.com', 'agent', ${bytes()}, 'I agree', 'password', '${uuidv7()}', '::1', 'None',
      ${bytes()}, ${bytes()});`
}

function waive({ world, now, person, item }: Change): string {
  const found = world.waivers.find(
    (one) => one.person === person.id && one.itemId === item.id && !one.ended,
  )
  if (found) {
    found.ended = true
    return `update waivers set ended_at = ${at(now)}, ended_by = '${person.id}' where id = '${found.id}';`
  }
  const id = uuidv7()
  world.waivers.push({ id, person: person.id, itemId: item.id, ended: false })
  return `insert into waivers (id, ${item.kind}_id, user_id, reason, waived_by, created_at)
    values ('${id}', '${item.id}', '${person.id}', 'On leave', '${person.id}', ${at(now)});`
}

function changeThreshold({ step, item }: Change): string {
  if (item.kind === 'policy') return ''
  item.threshold = [null, 60, 365][step.detail % 3]!
  return `update tests set retake_threshold = ${item.threshold} where id = '${item.id}';`
}
