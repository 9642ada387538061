-- Up to which record receipts were queued. Records of before there were receipts get none.
create table evidence_receipts (
  only_row boolean primary key default true check (only_row),
  queued_to bigint not null check (queued_to >= 0)
);
insert into evidence_receipts (queued_to) select length from acknowledgment_chain;
