import { advertising } from './trainings/advertising.ts'
import type { DemoTraining } from './trainings/demo-training.ts'
import { crmBasics, onboarding } from './trainings/first-weeks.ts'
import { agencyDisclosure, fairHousing } from './trainings/law.ts'
import { dataHandling, showingSafety, wireFraud } from './trainings/safety.ts'

/** The trainings of Harbor & Pine Realty. */
export const demoTrainings: DemoTraining[] = [
  onboarding,
  fairHousing,
  agencyDisclosure,
  wireFraud,
  advertising,
  showingSafety,
  dataHandling,
  crmBasics,
]
