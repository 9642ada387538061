import { readCheckpoint } from '../features/evidence/checkpoint-note.ts'
import { rotateKey } from '../features/evidence/checkpoints.actions.ts'
import { ensureSigningKey, findSigningKey, vkeyOf } from '../features/evidence/evidence-keys.ts'
import { type Command, OperatorError } from './command.ts'
import { commandOrigin } from './origin.ts'

export const rotateEvidenceKey: Command = {
  usage: '',
  summary:
    'Makes a new key for checkpoints, named by the one before in its last note, and prints it for whoever checks them.',
  run: async ({ args, config, open, print }) => {
    if (args.length > 0)
      throw new OperatorError('It takes nothing more. Usage: rotate-evidence-key')
    const { db } = await open()
    await ensureSigningKey(db, config)
    const { number, note } = await rotateKey({ config, db }, { origin: commandOrigin() })
    const key = (await findSigningKey(db))!
    print(
      readCheckpoint(note).key?.word === 'next-key'
        ? `Checkpoint ${number} is the last one that the key before has signed; it names the new one:`
        : `The key before could not be opened with the secrets.key of ${config.dataDir}. Checkpoint ${number} says so, and is signed by the new one:`,
    )
    print(await vkeyOf(key))
    return 0
  },
}
