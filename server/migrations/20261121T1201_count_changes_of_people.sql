-- Two people may edit one person: the revision is what `ETag` says, whoever changes the row.
alter table users add column revision integer not null default 1;

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger users_count_revision
  before update of first_name, last_name, email, phone_number, bio, title, role, status on users
  for each row
  when (
    (old.first_name, old.last_name, old.email, old.phone_number, old.bio, old.title, old.role, old.status)
    is distinct from
    (new.first_name, new.last_name, new.email, new.phone_number, new.bio, new.title, new.role, new.status)
  )
  execute function count_revision();
