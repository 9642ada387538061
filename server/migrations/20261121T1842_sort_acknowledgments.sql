-- The orders of the admins' table of acknowledgments, besides by time.
create index policy_acknowledgments_person_idx on policy_acknowledgments (lower(person_name), sequence);
create index policy_acknowledgments_title_idx on policy_acknowledgments (lower(policy_title), sequence);
create index policy_acknowledgments_version_idx on policy_acknowledgments (version, sequence);
