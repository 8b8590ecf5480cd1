export const en = {
  action: 'Reset link',
  make: 'Make the link',
  made: 'Link for {{name}}',
  made_text:
    'Whoever has this link chooses a new password for {{name}} once, within a day. The present password works until then.',
  title: 'Choose a new password',
  for_account: 'For the account {{name}} of this console.',
  for_app_user: 'For {{name}} in the app.',
  submit: 'Save password',
  done: 'Your new password is saved',
  done_account: 'Every session that was open has ended. Log in with it now.',
  done_app_user: 'You were signed out of the app everywhere. Sign in there with it now.',
  to_login: 'To the log-in',
}
