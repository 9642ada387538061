import type { IdentityProvider } from '@frontdesk/contract/single-sign-on'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { IdentityProviders } from '../../db/schema.ts'
import { seal, unseal, UnreadableSecretError } from '../../platform/sealed-secrets.ts'

export type ProviderRow = Selectable<IdentityProviders>

/** A secret is for one issuer and client only: whoever changes the issuer in the database can't be sent it. */
const purposeOf = (target: { issuer: string; client_id: string }) =>
  JSON.stringify(['identity provider', target.issuer, target.client_id])

export const sealSecret = (
  { dataDir }: Config,
  target: { issuer: string; client_id: string },
  secret: string,
) => seal(dataDir, secret, purposeOf(target))

/** Null where this server can't read it. */
export async function openSecret(
  { dataDir }: Config,
  provider: Pick<ProviderRow, 'issuer' | 'client_id' | 'client_secret_sealed'>,
): Promise<string | null> {
  try {
    return await unseal(dataDir, provider.client_secret_sealed, purposeOf(provider))
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null
    throw error
  }
}

export async function findProvider(db: Db, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identity_providers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Held until the transaction ends. */
export async function lockProvider(db: Db, id: string): Promise<ProviderRow | undefined> {
  return db
    .selectFrom('identity_providers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Those that people can sign in with, by name. */
export async function listEnabled(db: Db) {
  return db
    .selectFrom('identity_providers')
    .select(['id', 'name', 'hides_password'])
    .where('enabled', '=', true)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** All of them as admins see them, or one. */
export async function listProviders(
  db: Db,
  config: Config,
  { address, id }: { address: string; id?: string },
): Promise<IdentityProvider[]> {
  const rows = await db
    .selectFrom('identity_providers')
    .selectAll()
    .select(
      sql<number>`(
        select count(*)::int from identity_links where provider_id = identity_providers.id
      )`.as('people'),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      preset: row.preset,
      issuer: row.issuer,
      client_id: row.client_id,
      secret_lost: (await openSecret(config, row)) === null,
      scopes: row.scopes,
      allowed_domains: row.allowed_domains,
      tenant: row.tenant,
      admits: row.admits,
      trusted_for_factor: row.trusted_for_factor,
      ends_sessions: row.ends_sessions,
      hides_password: row.hides_password,
      enabled: row.enabled,
      people: row.people,
      callback_url: callbackOf(address, row.id),
      logout_url: `${address}/api/v1/auth/oidc/${row.id}/backchannel-logout`,
      revision: row.revision,
      updated_at: row.updated_at,
    })),
  )
}

/** Where a provider sends browsers back to. */
export const callbackOf = (address: string, id: string) =>
  `${address}/api/v1/auth/oidc/${id}/callback`

/** What admins write of a provider. */
export type ProviderDraft = Pick<
  ProviderRow,
  | 'name'
  | 'preset'
  | 'issuer'
  | 'client_id'
  | 'scopes'
  | 'allowed_domains'
  | 'tenant'
  | 'admits'
  | 'trusted_for_factor'
  | 'ends_sessions'
  | 'hides_password'
  | 'enabled'
>

/** Adds one and returns its id; null where another one has this issuer. */
export async function insertProvider(
  db: Db,
  draft: ProviderDraft,
  { id, sealed, actorId }: { id?: string; sealed: Buffer; actorId: string },
): Promise<string | null> {
  const row = await db
    .insertInto('identity_providers')
    .values({
      id: id ?? uuidv7(),
      ...draft,
      client_secret_sealed: sealed,
      created_by: actorId,
      last_updated_by: actorId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** @param sealed the new secret; null: the one before stays */
export async function updateProvider(
  db: Db,
  id: string,
  draft: ProviderDraft,
  { sealed, actorId }: { sealed: Buffer | null; actorId: string },
): Promise<void> {
  await db
    .updateTable('identity_providers')
    .set({
      ...draft,
      ...(sealed && { client_secret_sealed: sealed }),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
      last_updated_by: actorId,
    })
    .where('id', '=', id)
    .execute()
}

/** Whether another provider has this issuer. */
export async function isIssuerTaken(db: Db, issuer: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_providers')
    .select('id')
    .where('issuer', '=', issuer)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteProvider(db: Db, id: string): Promise<ProviderRow | undefined> {
  return db.deleteFrom('identity_providers').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Switches all off; returns the names of those that were on. */
export async function disableProviders(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .updateTable('identity_providers')
    .set({ enabled: false, revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('enabled', '=', true)
    .returning(['id', 'name'])
    .execute()
}
