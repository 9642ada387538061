alter table settings
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  -- Key of a file in DATA_DIR/files/logos, new with every logo.
  add column logo_key text check (logo_key ~ '^[0-9a-f]{32}$'),
  -- IANA's name; due dates and reminders keep to its days.
  add column time_zone text not null default 'UTC' check (time_zone <> ''),
  add column reminders boolean not null default true,
  -- Markdown; null: the program's own texts.
  add column terms text,
  add column terms_revised_at timestamptz,
  add column privacy text,
  add column privacy_revised_at timestamptz,
  -- Counts every saved change, for If-Match.
  add column revision integer not null default 1,
  add column updated_at timestamptz,
  add column updated_by uuid references users;
