set local lock_timeout = '10s';

-- Anybody can sign up with any address, and add a passkey or a connection of theirs before its owner hears of it.
alter table passkeys
  -- Made while nobody had shown that the address of the account is theirs.
  add column unconfirmed boolean not null default false;
alter table identity_links
  add column unconfirmed boolean not null default false;
update passkeys set unconfirmed = true
from users where users.id = user_id and not email_verified;
update identity_links set unconfirmed = true
from users where users.id = user_id and not email_verified;

create function note_unconfirmed() returns trigger language plpgsql as $$
begin
  new.unconfirmed := (select not email_verified from users where id = new.user_id);
  return new;
end $$;
create trigger passkeys_note_unconfirmed before insert on passkeys
  for each row execute function note_unconfirmed();
create trigger identity_links_note_unconfirmed before insert on identity_links
  for each row execute function note_unconfirmed();

-- Whoever confirms the address stands by what is there.
create function stand_by_what_is_there() returns trigger language plpgsql as $$
begin
  update passkeys set unconfirmed = false where user_id = new.id and unconfirmed;
  update identity_links set unconfirmed = false where user_id = new.id and unconfirmed;
  return null;
end $$;
create trigger users_stand_by_what_is_there after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified)
  execute function stand_by_what_is_there();
