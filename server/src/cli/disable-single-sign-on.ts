import { disableProviders } from '../features/single-sign-on/providers.queries.ts'
import { recordAudit } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import type { Command } from './command.ts'
import { commandOrigin } from './origin.ts'

export const disableSingleSignOn: Command = {
  usage: '',
  summary: 'Switches every sign-in with a provider off; passwords work as before.',
  run: async ({ open, print }) => {
    const { db } = await open()
    const disabled = await db.transaction().execute(async (tx) => {
      const providers = await disableProviders(tx)
      for (const { id, name } of providers) {
        const item = { type: 'identity_provider', id, title: name }
        await recordAudit(tx, { origin: commandOrigin() }, { action: 'provider.disabled', item })
      }
      await publish(tx, { keys: ['settings'], adminsOnly: true })
      return providers
    })
    const names = disabled.map(({ name }) => name).join(', ')
    print(names ? `Switched off: ${names}. People sign in with their passwords` : 'None was on')
    return 0
  },
}
