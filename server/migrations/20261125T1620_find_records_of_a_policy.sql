-- outside a transaction
-- Since a version may be signed again, no index began with the policy: what one policy's records are, and whether an
-- auditor's link shows a text, was found by reading all records.
create index concurrently if not exists policy_acknowledgments_policy_id_idx
  on policy_acknowledgments (policy_id, acknowledged_at, sequence);
-- Newest first is by time and place in the chain; no query asked for the id.
create index concurrently if not exists policy_acknowledgments_newest_idx
  on policy_acknowledgments (acknowledged_at, sequence);
drop index concurrently if exists policy_acknowledgments_acknowledged_at_idx;
