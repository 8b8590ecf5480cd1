-- A link to a new password, and the trust in a browser, stand for the password there was: whoever sets another one, by
-- whatever way, ends them in the same transaction. Disabling a person ends the link too, so that enabling does not revive it.
create function end_account_trust() returns trigger language plpgsql as $$
begin
  delete from password_links where uid = new.uid;
  if new.password_hash <> old.password_hash then
    delete from trusted_browsers where uid = new.uid;
  end if;
  return null;
end
$$;
create trigger accounts_trust_ended after update of password_hash, disabled on accounts for each row
  when (new.password_hash <> old.password_hash or (new.disabled and not old.disabled))
  execute function end_account_trust();

create function end_app_user_link() returns trigger language plpgsql as $$
begin
  delete from password_links where app_user_id = new.app_user_id;
  return null;
end
$$;
create trigger app_users_link_ended after update of password_hash, disabled on app_users for each row
  when (new.password_hash is distinct from old.password_hash or (new.disabled and not old.disabled))
  execute function end_app_user_link();

-- Links that one of these has outlived already.
delete from password_links l using accounts a where a.uid = l.uid and (a.disabled or a.password_changed_at > l.created_at);
delete from password_links l using app_users u where u.app_user_id = l.app_user_id and u.disabled;
