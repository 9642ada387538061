-- Tests are few beside policies: their rows in each order of the register.
set local lock_timeout = '10s';
create index obligations_tests_due_idx on obligations (coalesce(due_at, 'infinity'), id) where kind = 'test';
create index obligations_tests_opens_idx on obligations (opens_at, id) where kind = 'test';
create index obligations_tests_closed_idx on obligations (coalesce(closed_at, 'infinity'), id) where kind = 'test';
