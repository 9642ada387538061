import type { singleSignOnEndpoints } from '@frontdesk/contract/single-sign-on'
import type { Output } from '@frontdesk/contract/endpoint'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { refuseWithoutAddress } from './address.ts'
import {
  deleteProvider,
  insertProvider,
  isIssuerTaken,
  listProviders,
  lockProvider,
  type ProviderDraft,
  sealSecret,
  updateProvider,
} from './providers.queries.ts'

type Created = Output<(typeof singleSignOnEndpoints.createIdentityProvider)['body']>
type Changed = Output<(typeof singleSignOnEndpoints.updateIdentityProvider)['body']>

interface Call {
  actor: SignedIn
  origin: Origin
}

const issuerTaken = () => {
  const sentence = 'There is a provider with this issuer already'
  return conflict('issuer_taken', sentence, { fields: { issuer: sentence } })
}

const itemOf = (provider: { id: string; name: string }) => ({
  type: 'identity_provider',
  id: provider.id,
  title: provider.name,
})

/** Adds a provider and returns its id. @throws AppError 409 */
export async function addProvider(tx: Db, config: Config, call: Call, given: Created) {
  const { client_secret: secret, id: chosen, ...rest } = given
  const draft = tidied(rest)
  if (draft.enabled) refuseWithoutAddress(config)
  const sealed = await sealSecret(config, draft, secret)
  const id = await insertProvider(tx, draft, { id: chosen, sealed, actorId: call.actor.id })
  if (!id) throw issuerTaken()
  const details = { enabled: draft.enabled }
  await recordAudit(tx, call, {
    action: 'provider.added',
    item: itemOf({ id, name: draft.name }),
    details,
  })
  await tellAdmins(tx)
  return id
}

/** An empty tenant is none. */
const tidied = ({ tenant, ...rest }: Omit<Changed, 'client_secret'>): ProviderDraft => ({
  ...rest,
  tenant: tenant || null,
})

/** @throws AppError 404, 409, 422 `secret_needed` */
export async function changeProvider(
  tx: Db,
  config: Config,
  call: Call,
  edit: { id: string; given: Changed; ifMatch: string | undefined; address: string },
): Promise<void> {
  const { id, given, ifMatch, address } = edit
  const { client_secret: secret, ...rest } = given
  const draft = tidied(rest)
  const before = await lockProvider(tx, id)
  if (!before) throw notFound('Provider not found')
  await refuseIfChanged(before, {
    ifMatch,
    sentence: 'Somebody else has saved this provider in the meantime',
    findCurrent: async () => (await listProviders(tx, config, { address, id }))[0],
  })
  if (draft.enabled) refuseWithoutAddress(config)
  if (await isIssuerTaken(tx, draft.issuer, id)) throw issuerTaken()
  const isSame = before.issuer === draft.issuer && before.client_id === draft.client_id
  if (!secret && !isSame) {
    const sentence =
      'Please give the client secret again: it is kept for the same issuer and client ID only.'
    throw unprocessable('secret_needed', sentence, { client_secret: sentence })
  }
  const sealed = secret ? await sealSecret(config, draft, secret) : null
  await updateProvider(tx, id, draft, { sealed, actorId: call.actor.id })
  const changed = Object.keys(draft).filter(
    (field) =>
      JSON.stringify(draft[field as keyof ProviderDraft]) !==
      JSON.stringify(before[field as keyof ProviderDraft]),
  )
  await recordAudit(tx, call, {
    action: 'provider.changed',
    item: itemOf({ id, name: draft.name }),
    details: {
      fields: [...changed, ...(secret ? ['client key'] : [])].join(', '),
      enabled: draft.enabled,
    },
  })
  await tellAdmins(tx)
}

/** @throws AppError 404 */
export async function removeProvider(tx: Db, call: Call, id: string): Promise<void> {
  const provider = await deleteProvider(tx, id)
  if (!provider) throw notFound('Provider not found')
  await recordAudit(tx, call, { action: 'provider.removed', item: itemOf(provider) })
  await tellAdmins(tx)
}

const tellAdmins = (tx: Db) => publish(tx, { keys: ['settings'], adminsOnly: true })
