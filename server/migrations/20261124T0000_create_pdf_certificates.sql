-- What signs the readable part of packs where the operator has no certificate: made here, and vouched for by nobody.
create table pdf_certificates (
  id uuid primary key,
  -- X.509 as DER.
  certificate bytea not null unique,
  -- Under the key that lies beside the data, as those of checkpoints are.
  sealed_private_key bytea not null,
  valid_until timestamptz not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index pdf_certificates_one_signs on pdf_certificates ((true)) where retired_at is null;

-- What whoever downloads a pack should know of it, such as that its PDF has another certificate than was meant.
alter table evidence_packs add column notice text;
