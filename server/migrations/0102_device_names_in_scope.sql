-- The device list by urgency reads each class by name: within the scope of a province, city or county too.
create index devices_province_name on devices (province_id, lower(device_name), mac);
create index devices_city_name on devices (city_id, lower(device_name), mac);
create index devices_county_name on devices (county_id, lower(device_name), mac);
