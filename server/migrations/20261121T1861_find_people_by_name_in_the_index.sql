-- A search for people in the order of their names reads this alone: names are included beside their
-- lower case, because PostgreSQL answers from an index only where it has the column itself.
create index users_search_idx on users (lower(name), id) include (name, search_text)
  where deleted_at is null;
