import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const FirstStepId = z.enum([
  'name',
  'joining',
  'mail',
  'invite',
  'policy',
  'training',
  'overview',
])
export type FirstStepId = z.infer<typeof FirstStepId>

/** One thing that an owner does in the first hour. */
export const FirstStep = z.object({
  id: FirstStepId,
  done: z.boolean(),
  path: z.string().describe('The screen on which it is done.'),
  left: z
    .string()
    .nullable()
    .describe('How it stands, where there is more to say than done or not, as a sentence.'),
})
export type FirstStep = z.infer<typeof FirstStep>

/** What an owner does first, and what of it is done. */
export const FirstSteps = z.object({
  dismissed: z.boolean().describe('Whether the dashboard says nothing of it.'),
  steps: z.array(FirstStep),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const firstStepsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/admin/first-steps',
    access: 'admin',
    summary: 'What an owner does first, and what of it is done, as the data shows.',
    response: FirstSteps,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/first-steps',
    access: 'admin',
    summary: 'Keeps what only a person can say of the first steps; what is left out stays.',
    body: z
      .object({
        joining_seen: z.boolean().describe('Who may join was looked at, and is right.'),
        links_by_hand: z.boolean().describe('No mail is sent; links are handed over by hand.'),
        overview_seen: z.boolean().describe('Who is behind was looked at.'),
        dismissed: z.boolean().describe('The dashboard is to say nothing of the first steps.'),
      })
      .partial(),
    response: FirstSteps,
  }),
}
