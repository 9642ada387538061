/** Those that grow with every person, policy and year: nothing may read one to its end while people wait. */
export const LARGE_TABLES = [
  'audit_events',
  'chat_messages',
  'mails',
  'notifications',
  'obligation_changes',
  'obligations',
  'policy_acknowledgments',
  'test_attempts',
  'training_progress',
  'webhook_deliveries',
  'webhook_events',
]
