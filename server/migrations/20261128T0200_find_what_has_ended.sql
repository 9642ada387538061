-- outside a transaction
-- What ended without being done has indexes of its own in each of the register's orders: a material edit of what very
-- many had not signed yet ends as many at once, too many to be found first and sorted then.
create index concurrently if not exists obligations_ended_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at) where closed_as in ('withdrawn', 'superseded', 'left');
create index concurrently if not exists obligations_ended_opens_idx on obligations (opens_at, id)
  include (due_at, closed_at) where closed_as in ('withdrawn', 'superseded', 'left');
create index concurrently if not exists obligations_ended_closed_idx on obligations (closed_at, coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at) where closed_as in ('withdrawn', 'superseded', 'left');
create index concurrently if not exists obligations_ended_person_idx on obligations (user_id, id)
  include (due_at, opens_at, closed_at) where closed_as in ('withdrawn', 'superseded', 'left');
create index concurrently if not exists obligations_ended_item_idx on obligations (item_id, coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at) where closed_as in ('withdrawn', 'superseded', 'left');
create index concurrently if not exists obligations_waived_idx on obligations (coalesce(due_at, 'infinity'), id)
  where closed_as = 'waived';
drop index concurrently if exists obligations_ended_idx;
-- What was open at a past moment and is closed by now: its due date and its end each say little alone.
create index concurrently if not exists obligations_stood_idx on obligations using gist (tstzrange(opens_at, closed_at))
  where closed_at > opens_at;
-- Of a new index of what is computed the planner knows nothing before.
analyze obligations;
