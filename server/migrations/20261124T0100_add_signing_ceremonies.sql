set local lock_timeout = '10s';

-- What signing a policy takes beside a press; null: nothing.
alter table policies add column signing jsonb check (
  signing ?& array['comparison', 'typed_name', 'identity', 'reading', 'consent']
);

-- What was given of it, as the JSON text that is sealed. Rows of before keep to the form that they have.
alter table policy_acknowledgments
  add column ceremony text,
  drop constraint policy_acknowledgments_form,
  add constraint policy_acknowledgments_form check (
    (form = 'frontdesk-acknowledgment-1' and session_origin is null and ceremony is null)
    or (form = 'frontdesk-acknowledgment-2' and session_origin is not null and ceremony is null)
    or (form = 'frontdesk-acknowledgment-3' and session_origin is not null and ceremony is not null)
  ) not valid;

-- How the person of a session last proved again that it is they; null once that has served for a signature.
alter table sessions add column confirmed_with text;
