/** Setting up a second factor, at the log-in and in the personal centre. */
export const en = {
  step_app: 'Install an authenticator app on your phone.',
  step_scan: 'Scan the picture with it, or type the key.',
  step_code: 'Enter the six digits it shows.',
  qr: 'Key for the authenticator app',
  secret: 'Key, to type instead of scanning',
  code: 'Code from the app',
  code_first: 'Enter the six digits first.',
  confirm: 'Switch on',
  again: 'Try again',
  recovery_title: 'Keep your recovery codes',
  recovery_text: 'Each lets you in once when the phone is lost. Print them, or put them where your passwords are.',
}
