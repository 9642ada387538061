-- Keys of files in DATA_DIR/files/profile-pictures; both are new with every picture.
create table profile_pictures (
  user_id uuid primary key references users on delete cascade,
  large_key text not null unique check (large_key ~ '^[0-9a-f]{32}$'),
  small_key text not null unique check (small_key ~ '^[0-9a-f]{32}$'),
  uploaded_at timestamptz not null default now()
);
