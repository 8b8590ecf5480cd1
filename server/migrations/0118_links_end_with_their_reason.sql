-- A link to a new password also ends when the distributor of its person, or one above it, is disabled; when the address it was
-- sent to is no longer the person's; and when an account whose end had passed is given another one. Otherwise enabling, or the
-- correction of a wrong address, would leave it to whoever has it.
create function end_links_below() returns trigger language plpgsql as $$
begin
  delete from password_links l using accounts a join distributors d on d.agent_id = a.agent_id
    where l.uid = a.uid and starts_with(d.agent_path, new.agent_path);
  return null;
end
$$;
create trigger distributors_links_ended after update of disabled on distributors for each row
  when (new.disabled and not old.disabled) execute function end_links_below();

create function end_outdated_account_link() returns trigger language plpgsql as $$
begin
  delete from password_links where uid = new.uid
    and ((mailed_at is not null and new.email is distinct from old.email)
      or (new.valid_until is distinct from old.valid_until and old.valid_until <= clock_timestamp()));
  return null;
end
$$;
create trigger accounts_link_outdated after update of email, valid_until on accounts for each row
  when (new.email is distinct from old.email or new.valid_until is distinct from old.valid_until)
  execute function end_outdated_account_link();

create function end_mailed_app_user_link() returns trigger language plpgsql as $$
begin
  delete from password_links where app_user_id = new.app_user_id and mailed_at is not null;
  return null;
end
$$;
create trigger app_users_link_outdated after update of email on app_users for each row
  when (new.email is distinct from old.email) execute function end_mailed_app_user_link();
