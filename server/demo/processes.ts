import { buyerOnboarding, closingChecklist, offerPreparation } from './processes/buying.ts'
import type { DemoProcess } from './processes/demo-process.ts'
import {
  agentDeparture,
  complaintHandling,
  keyControl,
  newAgentOnboarding,
} from './processes/office.ts'
import { listingIntake, openHouse, priceChange } from './processes/selling.ts'

/** The processes of Harbor & Pine Realty. */
export const demoProcesses: DemoProcess[] = [
  listingIntake,
  buyerOnboarding,
  offerPreparation,
  closingChecklist,
  openHouse,
  priceChange,
  newAgentOnboarding,
  agentDeparture,
  complaintHandling,
  keyControl,
]
