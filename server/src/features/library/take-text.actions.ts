import { itemPath } from '@frontdesk/contract/items'
import { processEndpoints } from '@frontdesk/contract/processes'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { publish } from '../../platform/publish.ts'
import { createDraft } from '../drafts/drafts.actions.ts'
import { createProcess } from '../processes/processes.actions.ts'
import { policyOf, processOf, trainingOf } from './draft-of.ts'
import type { StarterText } from './parse-text.ts'

interface Made {
  type: 'process' | 'draft'
  id: string
  /** Where it is made one's own. */
  path: string
}

/** Makes a draft of a text: nobody but admins sees it until one of them publishes it. */
export async function takeText(db: Db, actor: SignedIn, text: StarterText): Promise<Made> {
  if (text.kind === 'process') {
    const body = processEndpoints.createProcess.body.parse(processOf(text))
    const { process } = await createProcess(db, actor, body)
    const { id } = process
    await publish(db, { keys: ['processes'], adminsOnly: true })
    return { type: 'process', id, path: `${itemPath('process', id)}/edit` }
  }
  const body = text.kind === 'policy' ? policyOf(text) : trainingOf(text)
  const id = await createDraft(db, actor, { kind: text.kind, body })
  return { type: 'draft', id, path: itemPath('draft', id) }
}
