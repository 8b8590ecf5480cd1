export const en = {
  product: 'Heatfleet',
  /** By menu `name`; the specification's labels. */
  menu: {
    device: 'Device management',
    'device-list': 'Device list',
    'device-detail': 'Device detail',
  },
  menu_label: 'Main menu',
  expand: 'Expand menu',
  collapse: 'Collapse menu',
  tabs: 'Open screens',
  tab: { close: 'Close {{label}}', close_others: 'Close others', refresh: 'Refresh', actions: 'Tab actions' },
  skip: 'Skip to content',
  search: {
    placeholder: 'Search name, IMEI / MAC, ICCID…',
    results: 'Devices found',
    none: 'No device matches “{{text}}”',
    more_one: 'and {{count}} more: refine the search',
    more_other: 'and {{count}} more: refine the search',
    hint: 'Up and down choose, Enter opens',
  },
  connection: {
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline since {{time}}',
    live_hint: 'Values arrive as they change.',
    lost_hint: 'No live values since {{time}}. The console keeps trying.',
  },
  account: { menu: 'Account', change_password: 'Change password', log_out: 'Log out' },
  password: {
    title: 'Change password',
    old: 'Present password',
    empty: 'Enter the present password.',
    save: 'Change password',
    saved: 'Password changed. Other sessions of this account were ended.',
  },
  idle: {
    title: 'Sign-out in {{left}}',
    text: 'There was no activity for a long time. You will be signed out to protect your account.',
    stay: 'Stay signed in',
    leave: 'Log out now',
  },
}
