-- outside a transaction
-- The finished attempts whose questions still stand in them.
create index concurrently if not exists test_attempts_whole_idx on test_attempts (completed_at, id)
  where questions is not null and completed_at is not null;
alter table test_attempts validate constraint test_attempts_questions_once;
