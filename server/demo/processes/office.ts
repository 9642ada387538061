import { nora, tobias } from '../policies/demo-policy.ts'
import type { DemoProcess } from './demo-process.ts'

export const newAgentOnboarding: DemoProcess = {
  title: 'New-Agent Onboarding',
  description: 'The first thirty days of somebody who joins us.',
  category: 'Onboarding',
  status: 'active',
  author: tobias,
  writtenDaysAgo: 320,
  steps: [
    {
      title: 'License moved to our brokerage',
      description: 'Seen in the state’s register, not only applied for.',
      minutes: 30,
      role: 'admin',
    },
    { title: 'Independent-contractor agreement and tax form', minutes: 30, role: 'admin' },
    {
      title: 'Errors-and-omissions insurance',
      description: 'Named on our policy before the first client.',
      minutes: 15,
      role: 'admin',
    },
    {
      title: 'Accounts and telephone',
      description: 'Front Desk, mailbox with two-step sign-in, MLS, lockbox key.',
      minutes: 60,
      role: 'admin',
    },
    {
      title: 'Read and acknowledge the policies',
      description:
        'All that [Policies](/policies) shows as waiting. Bring your questions to the first lunch.',
      minutes: 180,
      role: 'agent',
    },
    { title: 'Desk, keys, office tour', minutes: 45, role: 'admin' },
    { title: 'Two showings and one open house beside a colleague', minutes: 240, role: 'agent' },
    {
      title: 'First contract read together',
      description: 'The manager asks, the agent explains each clause.',
      minutes: 90,
      role: 'manager',
    },
    {
      title: 'Talk after thirty days',
      description: 'What was missing? Change this process accordingly.',
      minutes: 45,
      role: 'manager',
    },
  ],
}

export const agentDeparture: DemoProcess = {
  title: 'When an Agent Leaves',
  description: 'Clients looked after, access ended, license returned: all on the last day.',
  category: 'HR',
  status: 'active',
  author: tobias,
  writtenDaysAgo: 95,
  steps: [
    { title: 'List open clients and files', minutes: 60, role: 'manager' },
    {
      title: 'Assign each to a colleague and tell the client',
      description: 'In writing; the client may choose otherwise.',
      minutes: 90,
      role: 'manager',
    },
    {
      title: 'End access',
      description: 'Front Desk: deactivate. Mailbox, MLS, lockbox, alarm code.',
      minutes: 30,
      role: 'admin',
    },
    { title: 'Keys, signs and papers back', minutes: 20, role: 'admin' },
    {
      title: 'Return the license to the state',
      description: 'Within the days that the statute gives.',
      minutes: 20,
      role: 'admin',
    },
    { title: 'Settle commissions', minutes: 45, role: 'admin' },
  ],
}

export const complaintHandling: DemoProcess = {
  title: 'Complaint Handling',
  description: 'The steps behind our complaints policy, from the first call to the register.',
  category: 'Support',
  status: 'active',
  author: nora,
  writtenDaysAgo: 24,
  steps: [
    {
      title: 'Listen and write it down',
      description: 'Their words, who, when, and what they would like to happen.',
      minutes: 30,
      role: 'agent',
    },
    {
      title: 'Note to the manager the same day',
      description: 'Discrimination, money, a lawyer or the press: to Nora **at once**.',
      minutes: 15,
      role: 'agent',
    },
    { title: 'Acknowledge within one business day', minutes: 15, role: 'manager' },
    { title: 'Notify the insurer where it may become a claim', minutes: 20, role: 'admin' },
    { title: 'Speak with everyone involved', minutes: 120, role: 'manager' },
    {
      title: 'Written answer within ten business days',
      description: 'Say, too, where else the client can turn.',
      minutes: 60,
      role: 'manager',
    },
    { title: 'Enter it in the register', minutes: 10, role: 'manager' },
  ],
}

export const keyControl: DemoProcess = {
  title: 'Lockbox and Key Audit',
  description: 'Once a quarter: every key and every lockbox is where the list says.',
  category: 'Other',
  status: 'draft',
  author: tobias,
  writtenDaysAgo: 4,
  steps: [
    { title: 'Print the list', minutes: 5, role: 'admin' },
    { title: 'Count the key cabinet of both offices', minutes: 30, role: 'admin' },
    {
      title: 'See every lockbox that is out',
      description: 'The listing agent sends a photograph with the date.',
      minutes: 60,
      role: 'agent',
    },
    { title: 'Change codes older than ninety days', minutes: 40, role: 'agent' },
    { title: 'Report what is missing', minutes: 15, role: 'manager' },
  ],
}
