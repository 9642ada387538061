-- Names every item that changed to all servers when the transaction commits, whoever changed it, so
-- that they read it again for the search. Arguments: the type, and the column that holds the item's id.
create function announce_searchable() returns trigger language plpgsql as $$
declare
  item_id uuid;
begin
  if tg_op = 'DELETE' then
    execute format('select ($1).%I', tg_argv[1]) into item_id using old;
  else
    execute format('select ($1).%I', tg_argv[1]) into item_id using new;
  end if;
  perform pg_notify('frontdesk', json_build_object(
    'keys', '[]'::json,
    'searchable', json_build_object('type', tg_argv[0], 'id', item_id)
  )::text);
  return null;
end $$;

create trigger users_searchable
  after insert or delete or update of first_name, last_name, email, title, role, status, deleted_at
  on users for each row execute function announce_searchable('users', 'id');

create trigger policies_searchable
  after insert or delete or update of description, category, current_version, deleted_at
  on policies for each row execute function announce_searchable('policies', 'id');

create trigger processes_searchable
  after insert or delete or update of title, description, category, status, deleted_at
  on processes for each row execute function announce_searchable('processes', 'id');

create trigger process_steps_searchable
  after insert or delete or update of title, description, order_number
  on process_steps for each row execute function announce_searchable('processes', 'process_id');
