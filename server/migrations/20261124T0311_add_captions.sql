set local lock_timeout = '10s';

-- What is said in a video: /api/v1/trainings/files/{id} of a WebVTT file.
alter table training_sections add column captions text check (captions <> '');
