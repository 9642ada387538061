-- The list is read by title, which stands in another table: a copy of it, as it is sorted by, can have an
-- index. Versions are never changed, so that a new one is all that has to be heard of.
alter table policies add column sort_title text;
create function note_sort_title() returns trigger language plpgsql as $$
begin
  update policies set sort_title = lower(new.title) where id = new.policy_id;
  return null;
end $$;
create trigger policy_versions_note_sort_title after insert on policy_versions
  for each row execute function note_sort_title();
update policies set sort_title = lower(text.title)
from policy_versions as text
where text.policy_id = policies.id and text.version = policies.current_version;
create index policies_sort_title_idx on policies (sort_title, id) where deleted_at is null;
