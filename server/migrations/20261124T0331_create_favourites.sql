set local lock_timeout = '10s';

-- What somebody marked for themselves. What an item is called, and whether they may still see it, is asked when
-- their list is read: an item that comes back is in it again.
create table favourites (
  user_id uuid not null references users on delete cascade,
  item_type text not null check (item_type in ('policies', 'processes', 'documents', 'trainings')),
  item_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, item_type, item_id)
);

create function forget_favourites() returns trigger language plpgsql as $$
begin
  delete from favourites where user_id = new.id;
  return null;
end $$;
create trigger users_forget_favourites after update of deleted_at on users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function forget_favourites();
