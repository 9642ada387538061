import { advertisingAndSocialMedia } from './policies/advertising-and-social-media.ts'
import { agencyDisclosure } from './policies/agency-disclosure.ts'
import { antiHarassment } from './policies/anti-harassment.ts'
import { clientDataAndPrivacy } from './policies/client-data-and-privacy.ts'
import { complaintsHandling } from './policies/complaints-handling.ts'
import { conflictsOfInterest } from './policies/conflicts-of-interest.ts'
import type { DemoPolicy } from './policies/demo-policy.ts'
import { earnestMoneyAndTrustAccount } from './policies/earnest-money-and-trust-account.ts'
import { fairHousing } from './policies/fair-housing.ts'
import { recordRetention } from './policies/record-retention.ts'
import { remoteWorkAndDeviceSecurity } from './policies/remote-work-and-device-security.ts'
import { showingSafety } from './policies/showing-safety.ts'
import { wireFraudPrevention } from './policies/wire-fraud-prevention.ts'

/** The policies of Harbor & Pine Realty, in the order in which it wrote them. */
export const demoPolicies: DemoPolicy[] = [
  fairHousing,
  agencyDisclosure,
  wireFraudPrevention,
  advertisingAndSocialMedia,
  showingSafety,
  clientDataAndPrivacy,
  recordRetention,
  earnestMoneyAndTrustAccount,
  conflictsOfInterest,
  antiHarassment,
  remoteWorkAndDeviceSecurity,
  complaintsHandling,
]
