-- Settings hold the weekly schedules of a board; what was stored before has none.
update product_versions set settings = settings || '{"schedules":[]}'::jsonb where not settings ? 'schedules';
update product_drafts set settings = settings || '{"schedules":[]}'::jsonb where not settings ? 'schedules';
