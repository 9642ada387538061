import { notFound } from '../../http/errors.ts'

/** What asking for a training that the caller may not know of says. */
export const noSuchTraining = () => notFound('Training not found')
