import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const SignupMode = z
  .enum(['open', 'domains', 'approval', 'invite'])
  .describe(
    'Who may open an account: anyone, chosen e-mail domains, after approval, or invited people only.',
  )
export type SignupMode = z.infer<typeof SignupMode>

/** What anyone may know of this installation. */
export const PublicSettings = z.object({
  brokerage_name: z.string(),
  signup_mode: SignupMode,
  sends_mail: z.boolean().describe('False while no mail server is set.'),
  first_run: z.boolean().describe('True until the first account exists, which becomes the admin.'),
})
export type PublicSettings = z.infer<typeof PublicSettings>

export const HelpCard = z.object({ title: z.string(), text: z.string() })
export type HelpCard = z.infer<typeof HelpCard>

/** The texts of the dashboard, written by the brokerage. */
export const FrontDeskTexts = z.object({
  brokerage_name: z.string(),
  welcome_title: z.string(),
  welcome_text: z.string(),
  broker_name: z.string(),
  broker_title: z.string(),
  broker_bio: z.string(),
  help_cards: z.array(HelpCard),
  testimonial_quote: z.string(),
  testimonial_author: z.string(),
  sends_mail: z.boolean().describe('False while no mail server is set.'),
  open_signup_warning: z
    .boolean()
    .describe('For admins: true while anyone with the link can join.'),
})
export type FrontDeskTexts = z.infer<typeof FrontDeskTexts>

export const settingsEndpoints = {
  publicSettings: endpoint({
    method: 'GET',
    path: '/settings/public',
    access: 'public',
    summary: 'The name of the brokerage and how one joins it.',
    response: PublicSettings,
  }),
  frontDesk: endpoint({
    method: 'GET',
    path: '/settings/front-desk',
    access: 'user',
    summary: 'The texts of the dashboard.',
    response: FrontDeskTexts,
  }),
}
