-- Settings hold the repeated records of a board; what was stored before has none.
update product_versions set settings = settings || '{"record_tables":[]}'::jsonb where not settings ? 'record_tables';
update product_drafts set settings = settings || '{"record_tables":[]}'::jsonb where not settings ? 'record_tables';
