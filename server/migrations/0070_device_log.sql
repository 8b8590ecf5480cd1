-- The device log reads what happened to units from many tables by time, of one unit and of all in scope (product 3.16).

create index device_events_at on device_events (at desc, event_id desc);
create index model_actions_at on model_actions (created_at desc, action_id desc);
create index iccid_events_at on iccid_events (at desc, event_id desc) where device_id is not null;
create index iccid_events_device on iccid_events (device_id, at desc) where device_id is not null;
create index shipments_at on shipments (shipped_at desc);
create index shipment_devices_confirmed on shipment_devices (confirmed_at desc) where confirmed_at is not null;
create index shipment_devices_returned_at on shipment_devices (returned_at desc) where returned_at is not null;
create index device_replacements_at on device_replacements (replaced_at desc);
