-- Whoever was invited can be active before they have chosen a password: nobody leans on such an admin.
create or replace function keep_an_active_admin() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' and old.status = 'active' and old.deleted_at is null
     and old.password_hash is not null
     and (tg_op = 'DELETE' or new.role <> 'admin' or new.status <> 'active' or new.deleted_at is not null) then
    perform 1 from installation for update;
    if not exists (
      select from users
      where id <> old.id and role = 'admin' and status = 'active' and deleted_at is null
        and password_hash is not null
    ) then
      raise exception 'the last active admin must stay' using errcode = 'FD001';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
