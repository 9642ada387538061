-- What the overview says of now: runs that go on, and certificates by when they end.
set local lock_timeout = '10s';

create index process_runs_in_progress_idx on process_runs (id) where state = 'in_progress';
create index certificates_completed_at_idx on certificates (test_id, completed_at);
