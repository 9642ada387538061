set local lock_timeout = '10s';

-- Where documents are put: one beside the other, none in another. A document is in one or in none.
create table document_folders (
  id uuid primary key,
  name text not null check (name <> ''),
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create unique index document_folders_name_key on document_folders (lower(name));

alter table documents
  -- Of a folder that is deleted the documents stay, those that are deleted themselves too.
  add column folder_id uuid references document_folders on delete set null,
  -- On top of the list, for everybody.
  add column pinned_at timestamptz;
create index documents_folder_id_idx on documents (folder_id) where folder_id is not null;

-- The search finds a document by its folder, too.
drop trigger documents_searchable on documents;
create trigger documents_searchable
  after insert or delete or update of title, description, category, folder_id, deleted_at
  on documents for each row execute function announce_searchable('documents', 'id');

create function announce_documents_of_folder() returns trigger language plpgsql as $$
begin
  perform pg_notify('frontdesk', json_build_object(
    'keys', '[]'::json,
    'searchable', json_build_object('type', 'documents', 'id', id)
  )::text) from documents where folder_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger document_folders_searchable after update of name on document_folders
  for each row execute function announce_documents_of_folder();
