-- More of the register's orders and filters are answered by indexes (docs/decisions/0044).
set local lock_timeout = '10s';

-- Renewals ahead: what is not closed and not of the first time, with when it opens beside it.
create index obligations_renewals_due_idx on obligations (coalesce(due_at, 'infinity'), id, opens_at)
  where closed_at is null and cycle > 1;
create index obligations_renewals_item_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id, opens_at)
  where closed_at is null and cycle > 1;

-- What is counted and sorted of some people is read from here alone: their rows lie far apart.
alter table obligations drop constraint obligations_cycle_key,
  add constraint obligations_cycle_key unique (user_id, item_id, cycle)
    include (opens_at, closed_at, due_at, closed_as, kind, id);

-- By the end: what has none by its due date.
drop index obligations_closed_idx;
create index obligations_closed_idx on obligations (coalesce(closed_at, 'infinity'), coalesce(due_at, 'infinity'), id);
drop index obligations_tests_closed_idx;
create index obligations_tests_closed_idx on obligations (coalesce(closed_at, 'infinity'), coalesce(due_at, 'infinity'), id)
  where kind = 'test';
