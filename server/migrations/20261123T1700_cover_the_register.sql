-- What the register sorts and narrows by is in the indexes that it is read from: rows that are not on the page are
-- not read. The due date stands there twice, as it is sorted by and as it is.
set local lock_timeout = '10s';

drop index obligations_due_idx;
create index obligations_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at) where closed_at is null;
drop index obligations_done_due_idx;
create index obligations_done_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at) where closed_at is not null;

drop index obligations_item_due_idx;
create index obligations_item_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, user_id) where closed_at is null;
drop index obligations_item_done_due_idx;
create index obligations_item_done_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id)
  include (due_at, opens_at, closed_at) where closed_at is not null;

drop index obligations_open_opens_idx;
create index obligations_open_opens_idx on obligations (opens_at, id) include (due_at, item_id) where closed_at is null;
drop index obligations_done_opens_idx;
create index obligations_done_opens_idx on obligations (opens_at, id) include (closed_at, due_at, item_id)
  where closed_at is not null;

drop index obligations_tests_opens_idx;
create index obligations_tests_opens_idx on obligations (opens_at, id) include (due_at, item_id)
  where kind = 'test' and closed_at is null;

-- What is open of some people, whose rows lie far apart.
drop index obligations_one_unclosed_idx;
create unique index obligations_one_unclosed_idx on obligations (user_id, item_id)
  include (due_at, opens_at, id) where closed_at is null;

-- Whose due date was moved, and of what: of a past moment those that are looked for are found among the moves.
alter table obligation_moves add column user_id uuid, add column item_id uuid;
alter table obligation_moves disable trigger obligation_moves_append_only;
update obligation_moves set user_id = stored.user_id, item_id = stored.item_id
from obligations as stored where stored.id = obligation_id;
alter table obligation_moves enable trigger obligation_moves_append_only;
alter table obligation_moves alter column user_id set not null, alter column item_id set not null;
create index obligation_moves_item_idx on obligation_moves (item_id, obligation_id, moved_at);

create function name_moved_obligation() returns trigger language plpgsql as $$
begin
  select user_id, item_id into new.user_id, new.item_id from obligations where id = new.obligation_id;
  return new;
end $$;
create trigger obligation_moves_name before insert on obligation_moves
  for each row execute function name_moved_obligation();
