-- Products say how long their units may take to come back; what was stored before says nothing, as null does.

update product_versions set settings = jsonb_set(settings, '{access,offline_after_s}', 'null')
where settings -> 'access' is not null and not settings -> 'access' ? 'offline_after_s';
update product_drafts set settings = jsonb_set(settings, '{access,offline_after_s}', 'null')
where settings -> 'access' is not null and not settings -> 'access' ? 'offline_after_s';
