set local lock_timeout = '10s';

-- What a directory that provisions people (SCIM) calls them and their teams, and nobody else.
alter table users
  add column external_id text unique check (external_id <> '' and length(external_id) <= 255),
  -- It deleted them: to it they are gone, until somebody activates them again.
  add column left_directory_at timestamptz;
alter table teams
  add column external_id text unique check (external_id <> '' and length(external_id) <= 255);

create function forget_leaving_the_directory() returns trigger language plpgsql as $$
begin
  new.left_directory_at := null;
  return new;
end $$;
create trigger users_back_in_directory before update of status on users
  for each row when (new.status <> 'inactive' and new.left_directory_at is not null)
  execute function forget_leaving_the_directory();
