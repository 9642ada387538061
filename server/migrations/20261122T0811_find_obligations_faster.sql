-- What the register is read by where that is not what is open: everything of an item by its due date, and
-- what came to an end without being done, which is little beside the rest.
set local lock_timeout = '10s';
create index obligations_item_all_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id);
create index obligations_ended_idx on obligations (closed_as, coalesce(due_at, 'infinity'), id)
  where closed_as in ('waived', 'withdrawn', 'superseded', 'left');
