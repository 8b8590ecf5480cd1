/** Words of the device history. */
export const en = {
  page: 'Device history',
  note: 'Curves, values and states of up to {{max}} devices',
  devices: 'Devices (at most {{max}})',
  devices_hint: 'Name, IMEI / MAC or ICCID',
  none: 'Choose a device',
  none_hint: 'Its history is shown here; a second one is drawn beside it.',
  missing: 'A device of this link does not exist any more, or your role does not show it.',
  to_list: 'To the device list',
}
