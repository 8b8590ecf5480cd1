-- Units by the time they were on line for the first time: the home page counts the last days.

create index device_status_activated on device_status (first_online_at) where first_online_at is not null;
