-- A new address waits for its mailbox to answer: it is that of a link, and reserves nothing. Checked
-- later than it is added, so that nothing waits while the rows are read.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('invite', 'verify', 'reset', 'change')) not valid;
alter table account_links validate constraint account_links_purpose_check;

-- Of accounts that begin once their address is confirmed, and wait for nobody.
alter table users add column awaits_confirmation boolean not null default false;

-- What somebody chose who signed up where accounts do not begin at once. Whether the address had an
-- account before does not change what is written here, nor what a sign-in with it is told.
create table signup_claims (
  email text primary key check (email = lower(email)),
  -- Argon2id of the first password that was chosen for the address.
  password_hash text not null,
  awaits_confirmation boolean not null,
  created_at timestamptz not null default now()
);

-- An account that has begun, or is gone, needs it no longer.
create function forget_signup_claim() returns trigger language plpgsql as $$
begin
  delete from signup_claims where email = old.email;
  return null;
end $$;
create trigger users_forget_signup_claim after update of status, deleted_at on users
  for each row
  when ((old.status = 'pending' and new.status <> 'pending')
    or (old.deleted_at is null and new.deleted_at is not null))
  execute function forget_signup_claim();
create trigger users_forget_signup_claim_on_delete after delete on users
  for each row execute function forget_signup_claim();
