import { undoEndpoints } from '@frontdesk/contract/undo'
import { AppError } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { undoMove, undoWaiving } from '../obligations/undo-obligations.actions.ts'
import { undoRequirements } from './undo-requirements.actions.ts'
import { undoStatus } from '../users/change-status.actions.ts'
import { takeStep } from './undo.queries.ts'

export function undoRoutes(mount: Mount): void {
  mount(undoEndpoints.undo, async (call) => {
    const { db, actor, params } = call
    const step = await takeStep(db, { id: params.id, userId: actor.id })
    if (!step) throw new AppError(404, 'too_late', 'This can’t be undone any more')
    switch (step.kind) {
      case 'status':
        return undoStatus(db, call, step.data)
      case 'requirements':
        return undoRequirements(call, step.data)
      case 'moved':
        return undoMove(call, step.data)
      case 'waived':
        return undoWaiving(call, step.data)
    }
  })
}
