import { sql } from 'kysely'
import type { LocalStripe } from '../../../demo/local-stripe/stand-in.ts'
import type { CallOptions } from '../api-client.ts'
import { type Member, createMember, signIn } from '../factories.ts'
import { type BilledServer, startBilledServer } from '../stripe.ts'
import type { Api } from '@frontdesk/contract/all'
import type { Endpoint } from '@frontdesk/contract/endpoint'

/** Where examples are called: a server with an admin, who calls, and an agent. */
export interface World {
  server: BilledServer
  /** What its subscription is paid at; it tells nothing by itself. */
  stripe: LocalStripe
  admin: Member
  agent: Member
}

/** A new server with its first two people. */
export async function createWorld(): Promise<World> {
  // What browsers make passkeys for.
  const config = { publicUrl: 'http://localhost:3000' }
  const server = await startBilledServer({ quiet: true, config })
  const admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  const agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  // Calling everything takes longer than a sign-in is fresh, on a machine that is slow enough.
  const stayFresh = async () =>
    server.db
      .updateTable('sessions')
      .set({ confirmed_at: sql`now()` })
      .execute()
  await stayFresh()
  // Until the server is stopped.
  const timer = setInterval(() => void stayFresh().catch(() => clearInterval(timer)), 60_000)
  return { server, stripe: server.stripe, admin, agent }
}

/** After the example that signs everybody out. */
export async function signAgentInAgain(world: World): Promise<void> {
  const { token } = await signIn(world.server.api, world.agent.email)
  world.agent = { ...world.agent, token }
}

export interface Example<E extends Endpoint> {
  /** Input with which an admin's call succeeds, made anew for each call. */
  input: (world: World) => CallOptions | Promise<CallOptions>
  /** What the audit trail says then; whatever changes something has to leave a trace. */
  audit: E extends { method: 'GET' } | { changesNothing: true } | { ownRecord: string }
    ? string | null
    : string
}

/** One successful call of every endpoint. */
export type Examples = { [K in keyof Api]: Example<Api[K]> }

/** What an endpoint without input is called with. */
export const nothing = () => ({})
