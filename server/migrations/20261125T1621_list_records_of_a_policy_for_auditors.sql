-- outside a transaction
-- An auditor's link shows the records of one policy in the order of the chain.
create index concurrently if not exists policy_acknowledgments_policy_chain_idx
  on policy_acknowledgments (policy_id, sequence);
