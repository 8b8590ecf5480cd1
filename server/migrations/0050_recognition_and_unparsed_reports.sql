-- `vcard_pk` is where recognition stands, `identify_status` whether the board is known: what was saved meant the first.
update list_views set query = replace(query, 'identify_status=', 'vcard_pk=') where list = 'devices';
update list_views set layout = replace(layout::text, '"identify_status"', '"vcard_pk"')::jsonb where list = 'devices';
update list_layouts set layout = replace(layout::text, '"identify_status"', '"vcard_pk"')::jsonb where list = 'devices';
comment on column devices.identify_status is 'Where recognition stands: vcard_pk on the wire.';

-- The detail page asks whether the newest frame of a device could be taken.
create index dead_letters_mac on dead_letters (mac, at desc);
