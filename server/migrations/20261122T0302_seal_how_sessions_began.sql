set local lock_timeout = '10s';

-- Who had a hand in the password that somebody signs in with. What was set before this is not known.
alter table users add column password_origin text not null default 'not_recorded' check (
  password_origin in ('password', 'after_reset', 'after_admin_reset', 'after_invitation',
    'after_admin_invitation', 'after_operator', 'not_recorded')
);
-- As it was when the session began.
alter table sessions add column origin text not null default 'not_recorded' check (
  origin in ('password', 'after_reset', 'after_admin_reset', 'after_invitation',
    'after_admin_invitation', 'after_operator', 'not_recorded')
);
-- Whether a token was shown to an admin; others are in a mail, which nobody else reads.
alter table account_link_tokens add column handed_over boolean not null default false;

-- The form of a record names how it is hashed (docs/evidence.md). Servers of before still write the first.
alter table policy_acknowledgments
  add column form text not null default 'frontdesk-acknowledgment-1',
  add column session_origin text,
  add constraint policy_acknowledgments_form check (
    (form = 'frontdesk-acknowledgment-1' and session_origin is null)
    or (form = 'frontdesk-acknowledgment-2' and session_origin is not null)
  ) not valid;
-- Of a table of any size without keeping anybody from it; all that is there has the default.
alter table policy_acknowledgments validate constraint policy_acknowledgments_form;
