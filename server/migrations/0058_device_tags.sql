create table device_tags (
  device_id integer not null references devices (device_id) on delete cascade,
  tag text not null,
  constraint device_tags_tag_check check (char_length(tag) between 1 and 40)
);
create unique index device_tags_device on device_tags (device_id, lower(tag));
create index device_tags_tag on device_tags (lower(tag), device_id);
comment on table device_tags is 'Free words on units; letter case does not tell two apart.';
