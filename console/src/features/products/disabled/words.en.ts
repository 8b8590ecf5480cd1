/** Words of taking a product out of use. */
export const en = {
  disabled: 'Disabled',
  use: 'In use',
  uses: { enabled: 'Enabled', disabled: 'Disabled' },
  disable: 'Disable…',
  enable: 'Enable…',
  enable_first: 'The product is disabled: enable it first.',
  disable_title: 'Disable {{name}}?',
  disable_text:
    'Nothing new begins with it: no unit is recognised as it, it takes no register names and no virtual units, and is not published.',
  units_none: 'It has no units.',
  units_one: 'Its {{count, number}} unit goes on reporting and is shown and controlled as before.',
  units_other: 'Its {{count, number}} units go on reporting and are shown and controlled as before.',
  confirm_disable: 'Disable',
  disabled_now: '{{name}} takes nothing new from now on.',
  enable_title: 'Enable {{name}}?',
  enable_text: 'Units are recognised as it again, and its draft may be published.',
  confirm_enable: 'Enable',
  enabled_now: '{{name}} is in use again.',
}
