-- Who is deactivated by mistake and active again within ten minutes was not away: what is asked of them, and
-- by when, is as it was. For as long a deactivation can be taken back.
set local lock_timeout = '10s';
alter table users add column inactive_since timestamptz;

create or replace function note_standing() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.active_since := coalesce(new.active_since, new.created_at);
    new.role_since := coalesce(new.role_since, new.created_at);
    return new;
  end if;
  if new.status <> old.status then
    if new.status = 'active'
      and (old.status <> 'inactive' or coalesce(old.inactive_since <= now() - interval '10 minutes', true))
    then
      new.active_since := now();
    end if;
    new.inactive_since := case when new.status = 'inactive' and old.status = 'active' then now() end;
  end if;
  if new.role <> old.role then new.role_since := now(); end if;
  return new;
end $$;
