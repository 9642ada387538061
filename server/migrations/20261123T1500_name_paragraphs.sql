-- What a link to a paragraph of a policy names (docs/decisions/0062): each version's blocks with the anchors
-- that they keep from version to version. Texts and their hashes are as they were. Versions of before this
-- have no rows until their policy is saved again; until then the server works out the same from the texts.
set local lock_timeout = '10s';

create table policy_paragraphs (
  policy_id uuid not null,
  version integer not null,
  -- From 1, in the order of the text.
  position integer not null check (position >= 1),
  anchor text not null check (anchor ~ '^p-[0-9a-f]{10}(-[0-9]{1,5})?$'),
  kind text not null check (kind in ('heading', 'paragraph', 'item', 'quote', 'table', 'code')),
  -- Its Markdown.
  text text not null,
  primary key (policy_id, version, position),
  unique (policy_id, anchor, version),
  foreign key (policy_id, version) references policy_versions (policy_id, version)
);
create trigger policy_paragraphs_append_only before update or delete on policy_paragraphs
  for each row execute function refuse_change();
create trigger policy_paragraphs_no_truncate before truncate on policy_paragraphs
  for each statement execute function refuse_change();
