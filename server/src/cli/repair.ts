import { recordAudit } from '../platform/audit.ts'
import { repairObligations } from '../features/obligations/verify-obligations.actions.ts'
import { type Command, OperatorError } from './command.ts'
import { commandOrigin } from './origin.ts'
import { wordsOf } from '../features/backups/say-whether-it-fits.ts'

export const repair: Command = {
  usage: '',
  summary:
    'Makes the rows that say who must do what fit what is required and was done, and lists what it mended.',
  run: async ({ args, open, print }) => {
    if (args.length > 0) throw new OperatorError('It takes nothing more. Usage: repair')
    const { db } = await open()
    const { mended, unmended } = await repairObligations(db, {
      mended: (misfit) => print(`Mended: ${wordsOf(misfit)}`),
      unmended: (misfit) => print(`Not mended: ${wordsOf(misfit)}`),
    })
    if (mended > 0) {
      await recordAudit(
        db,
        { origin: commandOrigin() },
        { action: 'obligations.repaired', details: { mended } },
      )
    }
    print(
      mended === 0 && unmended === 0
        ? 'Nothing had to be mended'
        : `${mended} mended, ${unmended} not`,
    )
    return unmended === 0 ? 0 : 1
  },
}
