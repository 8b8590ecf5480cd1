-- Settings hold the writes that a board wants around a value; what was stored before has none.
update product_versions set settings = settings || '{"write_sequences":[]}'::jsonb where not settings ? 'write_sequences';
update product_drafts set settings = settings || '{"write_sequences":[]}'::jsonb where not settings ? 'write_sequences';
