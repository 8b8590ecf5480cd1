-- The audit log is searched by the beginning of an address. Whatever the collation of the cluster, an index by bytes finds
-- beginnings, and whole addresses as before.

drop index audit_log_address;
create index audit_log_address on audit_log (address text_pattern_ops, at desc);
