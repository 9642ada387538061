-- What is open and what is closed have indexes of their own, which the register reads each in its order: nobody
-- reads through ten rows that are closed to find one that is open, and a new row is written into fewer indexes.
set local lock_timeout = '10s';

-- By the due date; what is open has `obligations_due_idx`.
drop index obligations_all_due_idx;
create index obligations_done_due_idx on obligations (coalesce(due_at, 'infinity'), id) where closed_at is not null;

-- By when it was asked for.
drop index obligations_opens_idx;
create index obligations_open_opens_idx on obligations (opens_at, id) where closed_at is null;
create index obligations_done_opens_idx on obligations (opens_at, id) where closed_at is not null;

create index obligations_renewals_opens_idx on obligations (opens_at, id) where closed_at is null and cycle > 1;

-- By the end; what has none is in the order of its due date.
drop index obligations_closed_idx;
create index obligations_closed_idx on obligations (closed_at, coalesce(due_at, 'infinity'), id)
  where closed_at is not null;

-- The same of one item; what is open of one has `obligations_item_due_idx`.
drop index obligations_item_all_due_idx;
create index obligations_item_done_due_idx on obligations (item_id, coalesce(due_at, 'infinity'), id)
  where closed_at is not null;
drop index obligations_item_closed_idx;
create index obligations_item_closed_idx on obligations (item_id, closed_at, coalesce(due_at, 'infinity'), id)
  where closed_at is not null;

-- The same of tests, which are few beside policies.
drop index obligations_tests_due_idx;
drop index obligations_tests_opens_idx;
drop index obligations_tests_closed_idx;
create index obligations_tests_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  where kind = 'test' and closed_at is null;
create index obligations_tests_opens_idx on obligations (opens_at, id) where kind = 'test' and closed_at is null;
create index obligations_tests_done_due_idx on obligations (coalesce(due_at, 'infinity'), id)
  where kind = 'test' and closed_at is not null;
create index obligations_tests_done_opens_idx on obligations (opens_at, id)
  where kind = 'test' and closed_at is not null;
create index obligations_tests_closed_idx on obligations (closed_at, coalesce(due_at, 'infinity'), id)
  where kind = 'test' and closed_at is not null;

do $$
declare
  rule text := pg_get_functiondef('obligation_figures'::regproc);
  changed text;
  each record;
begin
  for each in
    select * from (values
      ('select id from obligations where opens_at between since and until',
        'select id from obligations where closed_at is null and opens_at between since and until
      union
      select id from obligations where closed_at is not null and opens_at between since and until'),
      ('where coalesce(closed_at, ''infinity'') between since and until', 'where closed_at between since and until'),
      ('select id from obligations where coalesce(due_at, ''infinity'') between since and until',
        'select id from obligations where closed_at is null and coalesce(due_at, ''infinity'') between since and until
      union
      select id from obligations where closed_at is not null and coalesce(due_at, ''infinity'') between since and until'),
      ('select id from obligations
      where coalesce(due_at, ''infinity'') between since + interval ''168 hours'' and until + interval ''168 hours''',
        'select id from obligations
      where closed_at is null
        and coalesce(due_at, ''infinity'') between since + interval ''168 hours'' and until + interval ''168 hours''
      union
      select id from obligations
      where closed_at is not null
        and coalesce(due_at, ''infinity'') between since + interval ''168 hours'' and until + interval ''168 hours''')
    ) as lines (line, instead)
  loop
    changed := replace(rule, each.line, each.instead);
    if changed = rule then raise exception 'obligation_figures is not the one of 20261122T0810'; end if;
    rule := changed;
  end loop;
  execute rule;
end $$;
