-- The mail server that an admin has named; `SMTP_URL` wins over it. No host: none is named.
create table mail_server (
  only_row boolean primary key default true check (only_row),
  host text check (host <> ''),
  port integer check (port between 1 and 65535),
  security text check (security in ('tls', 'starttls', 'none')),
  -- Null: it takes mail from us without a name.
  username text check (username <> ''),
  -- AES-256-GCM under the key that lies beside the data: a nonce, a tag and what is hidden. Never the password.
  password_sealed bytea check (length(password_sealed) > 28),
  from_address text,
  -- Null: the brokerage's name.
  from_name text check (from_name <> ''),
  revision integer not null default 1,
  updated_at timestamptz,
  updated_by uuid references users,
  check (num_nulls(host, port, security, from_address) in (0, 4)),
  check ((username is null) = (password_sealed is null)),
  check (host is not null or username is null)
);
insert into mail_server default values;
