-- An invitation has a number, by which staff can end it: the code itself is known to the owner alone.
alter table binding_share_codes add invitation_id integer generated always as identity unique;
comment on column binding_share_codes.invitation_id is 'Names the invitation in the console.';
