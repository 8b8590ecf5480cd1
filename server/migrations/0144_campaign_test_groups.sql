-- A campaign of firmware may begin with a test group, and halts when one of its units does not succeed.
alter table rollouts drop constraint rollouts_halted_check;
alter table rollouts add constraint rollouts_halted_check check (halted in ('manual', 'failures', 'wave', 'test'));
