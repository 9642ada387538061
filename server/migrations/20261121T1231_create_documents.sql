create table documents (
  id uuid primary key,
  title text not null check (title <> ''),
  description text,
  category text not null check (category in ('HR Documents', 'Finance', 'Legal', 'Training', 'Other')),
  -- Where the file is kept; null only once the document has been deleted for so long that the file went too.
  file_key text unique check (file_key ~ '^[0-9a-f]{32}$'),
  -- As it was called where it came from.
  file_name text not null check (file_name <> ''),
  -- What its bytes say that it is.
  file_type text not null check (file_type ~ '^[a-z0-9.+-]{1,20}$'),
  mime text not null,
  file_size bigint not null check (file_size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  thumbnail_key text unique check (thumbnail_key ~ '^[0-9a-f]{32}$'),
  -- Counts every saved change, for If-Match.
  revision integer not null default 1,
  created_by uuid references users,
  last_updated_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint documents_file check (file_key is not null or deleted_at is not null)
);
create index documents_title_idx on documents (lower(title), id) where deleted_at is null;
create index documents_updated_at_idx on documents (updated_at, id) where deleted_at is null;

-- What the file says, for the search. A row comes with each document; a job fills it in.
create table document_texts (
  document_id uuid primary key references documents on delete cascade,
  -- 'none': a file without text, such as a picture; 'failed': it could not be read, and won't be tried again.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'none', 'failed')),
  text text not null default '',
  -- Counted before each try, so that a file which ends the server is not tried for ever.
  tries integer not null default 0,
  reason text,
  updated_at timestamptz not null default now()
);
create index document_texts_waiting_idx on document_texts (updated_at) where state = 'waiting';
