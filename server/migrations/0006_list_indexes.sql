-- Indexes of the device list as it asks: by board version, and sorted by name whatever its case.

create index devices_hardware on devices (hardware_version);
drop index devices_name;
create index devices_name on devices (lower(device_name), mac);
