-- Pictures that stand in texts (docs/decisions/0113). A name is the SHA-256 of the bytes and the size on a page, so
-- a text that is sealed proves its pictures, and a page knows their place before they have come.
set local lock_timeout = '10s';

create table pictures (
  name text primary key check (name ~ '^[0-9a-f]{64}-[1-9][0-9]{0,4}x[1-9][0-9]{0,4}\.webp$'),
  storage_key text not null unique,
  size integer not null check (size > 0),
  uploaded_by uuid references users,
  created_at timestamptz not null default now(),
  -- When it came, or a text that names it was last saved or found, to the hour. Nobody else keeps it.
  kept_at timestamptz not null default now()
);
create index pictures_kept_at_idx on pictures (kept_at);

-- The names in a text, each once, in one order: whoever locks several locks them in that.
create function pictures_named_in(words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct found[1] order by found[1]), '{}')
  from regexp_matches(words, '/api/v1/pictures/([0-9a-f]{64}-[1-9][0-9]{0,4}x[1-9][0-9]{0,4}\.webp)', 'g') as found
$$;

-- A text is saved only while each picture that it names is there, and that stays as long as the text. The
-- argument is the column.
create function keep_pictures() returns trigger language plpgsql as $$
declare
  words text := to_jsonb(new) ->> tg_argv[0];
  named text[];
begin
  if words is null or position('/api/v1/pictures/' in words) = 0 then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if words = to_jsonb(old) ->> tg_argv[0] then
      return new;
    end if;
  end if;
  named := pictures_named_in(words);
  -- Two who save one picture don't wait for each other; whoever removes it waits for both.
  perform from pictures where name = any(named) order by name for key share;
  if (select count(*) from pictures where name = any(named)) < cardinality(named) then
    raise exception 'a picture of this text is not there any more' using errcode = 'FD004', column = tg_argv[0];
  end if;
  update pictures set kept_at = now() where name = any(named) and kept_at < now() - interval '1 hour';
  return new;
end $$;

create trigger policy_versions_pictures before insert on policy_versions
  for each row execute function keep_pictures('content');
create trigger drafts_pictures before insert or update of body on drafts
  for each row execute function keep_pictures('body');
create trigger process_steps_pictures before insert or update of description on process_steps
  for each row execute function keep_pictures('description');
create trigger process_run_steps_pictures before insert or update of description on process_run_steps
  for each row execute function keep_pictures('description');
create trigger training_sections_pictures before insert or update of content on training_sections
  for each row execute function keep_pictures('content');
create trigger imports_pictures before insert or update of markdown on imports
  for each row execute function keep_pictures('markdown');
create trigger users_pictures before insert or update of bio on users
  for each row execute function keep_pictures('bio');
create trigger settings_pictures before insert or update of broker_bio on settings
  for each row execute function keep_pictures('broker_bio');

-- Wherever a picture may be named: what the sweep looks through before one goes.
create view texts_with_pictures as
select words from (
  select content as words from policy_versions
  union all select body::text from drafts
  union all select description from process_steps
  union all select description from process_run_steps
  union all select content from training_sections
  union all select markdown from imports
  union all select data::text from undo_steps
  union all select bio from users
  union all select broker_bio from settings
) as texts
where words like '%/api/v1/pictures/%';
