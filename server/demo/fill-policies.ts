import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { hashOfText } from '../src/features/policies/acknowledgment-chain.ts'
import { storeParagraphs } from '../src/features/paragraphs/paragraphs.actions.ts'
import type { StoragePlace } from '../src/platform/files.ts'
import type { FilledPerson } from './fill-people.ts'
import { fillPictures } from './fill-pictures.ts'
import { demoPolicies } from './policies.ts'
import { nora, type DemoPolicy } from './policies/demo-policy.ts'
import { daysAgo } from './time.ts'

export interface FilledPolicy extends DemoPolicy {
  id: string
}

/** Adds every policy with all its versions and of whom it is required. */
export async function fillPolicies(
  db: Db,
  people: FilledPerson[],
  place: StoragePlace,
): Promise<FilledPolicy[]> {
  const idOf = (email: string) => people.find((person) => person.email === email)!.id
  const withPictures = await fillPictures(db, place, idOf(nora))
  const policies = demoPolicies.map((policy) => ({
    ...policy,
    id: uuidv7(),
    versions: policy.versions.map((version) => ({
      ...version,
      content: withPictures(version.content),
    })),
  }))
  for (const policy of policies) {
    await insertPolicy(db, policy, idOf)
    await insertVersions(db, policy, idOf)
    await storeParagraphs(db, policy.id)
    await insertRequirements(db, policy, idOf)
  }
  return policies
}

type IdOf = (email: string) => string

async function insertPolicy(db: Db, policy: FilledPolicy, idOf: IdOf): Promise<void> {
  const { versions } = policy
  const [first, last] = [versions[0]!, versions.at(-1)!]
  await db
    .insertInto('policies')
    .values({
      id: policy.id,
      description: policy.description,
      category: policy.category,
      signing: policy.signing && JSON.stringify(policy.signing),
      current_version: versions.length,
      material_version: versions.findLastIndex((version) => version.material) + 1,
      revision: versions.length,
      created_by: idOf(first.author),
      last_updated_by: idOf(last.author),
      created_at: daysAgo(first.daysAgo),
      updated_at: daysAgo(last.daysAgo),
    })
    .execute()
}

async function insertVersions(db: Db, policy: FilledPolicy, idOf: IdOf): Promise<void> {
  await db
    .insertInto('policy_versions')
    .values(
      policy.versions.map((version, index) => ({
        policy_id: policy.id,
        version: index + 1,
        title: version.title,
        content: version.content,
        content_sha256: Buffer.from(hashOfText(version.title, version.content), 'hex'),
        material: version.material,
        created_by: idOf(version.author),
        created_at: daysAgo(version.daysAgo),
      })),
    )
    .execute()
}

async function insertRequirements(db: Db, policy: FilledPolicy, idOf: IdOf): Promise<void> {
  const first = policy.versions[0]!
  const rows = policy.assignments.flatMap((assignment) => {
    const common = {
      policy_id: policy.id,
      everyone: false,
      due_at: assignment.dueInDays === undefined ? null : daysAgo(-assignment.dueInDays, 22),
      created_by: idOf(first.author),
      created_at: daysAgo(first.daysAgo),
      due_set_at: daysAgo(first.daysAgo),
    }
    return [
      ...(assignment.everyone ? [{ ...common, everyone: true }] : []),
      ...(assignment.roles ?? []).map((role) => ({ ...common, role })),
      ...(assignment.people ?? []).map((email) => ({ ...common, user_id: idOf(email) })),
    ]
  })
  await db
    .insertInto('requirements')
    .values(rows.map((row) => ({ ...row, id: uuidv7() })))
    .execute()
}
