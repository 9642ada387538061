-- outside a transaction
-- By when something was asked, and then by item and due date: PostgreSQL 18 goes from one such moment to the next in an
-- index and reads of each only the items, or the days, that are looked for. An index by due date has as much beside it:
-- or one of these is taken for a look by due date, for what needs no looking up then. How something was closed stands
-- beside as well: a material edit ends what very many had not signed yet, all at the same moment, and whoever looks at
-- what was done reads past these.
create index concurrently if not exists obligations_open_asked_idx
  on obligations (opens_at, item_id, coalesce(due_at, 'infinity'), id) include (due_at) where closed_at is null;
create index concurrently if not exists obligations_closed_asked_idx
  on obligations (opens_at, item_id, coalesce(due_at, 'infinity'), id) include (due_at, closed_at, closed_as)
  where closed_at is not null;
create index concurrently if not exists obligations_ended_asked_idx
  on obligations (opens_at, item_id, coalesce(due_at, 'infinity'), id) include (due_at, closed_at)
  where closed_as in ('withdrawn', 'superseded', 'left');
create index concurrently if not exists obligations_tests_open_asked_idx
  on obligations (opens_at, item_id, coalesce(due_at, 'infinity'), id) include (due_at)
  where kind = 'test' and closed_at is null;
create index concurrently if not exists obligations_tests_closed_asked_idx
  on obligations (opens_at, item_id, coalesce(due_at, 'infinity'), id) include (due_at, closed_at, closed_as)
  where kind = 'test' and closed_at is not null;

create index concurrently if not exists obligations_closed_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at, closed_as) where closed_at is not null;
create index concurrently if not exists obligations_item_closed_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at, closed_as) where closed_at is not null;
create index concurrently if not exists obligations_closed_closed_idx
  on obligations (closed_at, coalesce(due_at, 'infinity'), id) include (due_at, opens_at, closed_as)
  where closed_at is not null;
create index concurrently if not exists obligations_item_closed_closed_idx
  on obligations (item_id, closed_at, coalesce(due_at, 'infinity'), id) include (due_at, opens_at, closed_as)
  where closed_at is not null;
create index concurrently if not exists obligations_tests_open_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, item_id) where kind = 'test' and closed_at is null;
create index concurrently if not exists obligations_tests_closed_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at, closed_as, item_id) where kind = 'test' and closed_at is not null;

drop index concurrently if exists obligations_open_opens_idx;
drop index concurrently if exists obligations_done_opens_idx;
drop index concurrently if exists obligations_ended_opens_idx;
drop index concurrently if exists obligations_tests_opens_idx;
drop index concurrently if exists obligations_tests_done_opens_idx;
drop index concurrently if exists obligations_done_due_idx;
drop index concurrently if exists obligations_item_done_due_idx;
drop index concurrently if exists obligations_closed_idx;
drop index concurrently if exists obligations_item_closed_idx;
drop index concurrently if exists obligations_tests_due_idx;
drop index concurrently if exists obligations_tests_done_due_idx;
analyze obligations;
