-- What admins write about their brokerage. Null: the program's own text or the environment's value.
create table settings (
  only_row boolean primary key default true check (only_row),
  brokerage_name text,
  welcome_title text,
  welcome_text text,
  broker_name text,
  broker_title text,
  broker_bio text,
  -- A list of { title, text }.
  help_cards jsonb,
  testimonial_quote text,
  testimonial_author text,
  signup_mode text check (signup_mode in ('open', 'domains', 'approval', 'invite')),
  signup_domains text[]
);
insert into settings default values;
