-- outside a transaction
-- The list of documents as it opens has pinned ones first: that was sorted anew from all of them for each page. Each
-- order in the direction that people begin with.
create index concurrently if not exists documents_pinned_title_idx
  on documents (((pinned_at is null)::int), lower(title), id) where deleted_at is null;
create index concurrently if not exists documents_pinned_updated_at_idx
  on documents (((pinned_at is not null)::int), updated_at, id) where deleted_at is null;
create index concurrently if not exists documents_pinned_size_idx
  on documents (((pinned_at is not null)::int), file_size, id) where deleted_at is null;
