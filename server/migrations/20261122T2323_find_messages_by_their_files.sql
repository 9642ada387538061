-- Messages are found by the names of their files, too; by each word of `Lease_final-2.pdf`.
set local lock_timeout = '10s';

create index chat_files_words_idx on chat_files
  using gin (to_tsvector('simple', translate(file_name, '.-_@', '    ')));
