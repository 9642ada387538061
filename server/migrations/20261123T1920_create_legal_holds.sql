set local lock_timeout = '10s';

-- While one stands, nothing about its person or item is deleted or anonymised.
create table legal_holds (
  id uuid primary key,
  user_id uuid references users,
  item_type text check (item_type in ('policy', 'training', 'test', 'document', 'process')),
  item_id uuid,
  -- As it was called when the hold was set.
  title text not null check (title <> ''),
  reason text not null check (reason <> ''),
  -- Null: until somebody lifts it.
  ends_at timestamptz,
  set_by uuid not null references users,
  set_at timestamptz not null default now(),
  lifted_by uuid references users,
  lifted_at timestamptz,
  lift_reason text check (lift_reason <> ''),
  constraint legal_holds_of_one check ((user_id is null) <> (item_id is null)),
  constraint legal_holds_item check ((item_id is null) = (item_type is null)),
  constraint legal_holds_lifted check (num_nulls(lifted_by, lifted_at, lift_reason) in (0, 3)),
  constraint legal_holds_end check (ends_at > set_at)
);
create index legal_holds_set_at_idx on legal_holds (set_at, id);
create index legal_holds_user_id_idx on legal_holds (user_id) where user_id is not null;
create index legal_holds_item_id_idx on legal_holds (item_id) where item_id is not null;
create index legal_holds_set_by_idx on legal_holds (set_by);
create index legal_holds_lifted_by_idx on legal_holds (lifted_by) where lifted_by is not null;

-- What was said of a hold stays said; lifting is all that is written later, once.
create function keep_legal_holds() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.lifted_at is null and new.lifted_at is not null
    and (to_jsonb(new) - '{lifted_by,lifted_at,lift_reason}'::text[])
      = (to_jsonb(old) - '{lifted_by,lifted_at,lift_reason}'::text[])
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'FD002';
end $$;
create trigger legal_holds_append_only before update or delete on legal_holds
  for each row execute function keep_legal_holds();
create trigger legal_holds_no_truncate before truncate on legal_holds
  for each statement execute function refuse_change();

create view standing_holds as
select * from legal_holds where lifted_at is null and (ends_at is null or ends_at > now());

-- Whoever sets a hold has locked the row that it is of, so that who deletes it comes before or after.
create function refuse_while_held(held uuid) returns void language plpgsql as $$
begin
  if exists (select from standing_holds where held in (user_id, item_id)) then
    raise exception 'a legal hold stands on %', held using errcode = 'FD003';
  end if;
end $$;

-- The column with whose, or of what, a row is.
create function keep_what_is_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held((to_jsonb(old) ->> tg_argv[0])::uuid);
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create trigger users_held before delete on users for each row execute function keep_what_is_held('id');
create trigger users_held_name before update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_what_is_held('id');
create trigger policies_held before update of deleted_at on policies for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_what_is_held('id');
create trigger processes_held before update of deleted_at on processes for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_what_is_held('id');
create trigger documents_held before update of deleted_at on documents for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_what_is_held('id');
create trigger documents_held_file before update of file_key on documents for each row
  when (old.file_key is distinct from new.file_key) execute function keep_what_is_held('id');
create trigger documents_held_row before delete on documents for each row execute function keep_what_is_held('id');
create trigger trainings_held before delete on trainings for each row execute function keep_what_is_held('id');
create trigger tests_held before delete on tests for each row execute function keep_what_is_held('id');
create trigger training_sections_held before delete on training_sections for each row
  execute function keep_what_is_held('training_id');
create trigger chat_messages_held before delete on chat_messages for each row
  execute function keep_what_is_held('user_id');
create trigger chat_messages_held_words before update of body on chat_messages for each row
  when (old.body <> new.body) execute function keep_what_is_held('user_id');
