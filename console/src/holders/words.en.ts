/** Words of the accounts that hold a role or a resource group. */
export const en = {
  title: 'Accounts',
  user_name: 'User name',
  nick_name: 'Nick name',
  company: 'Company',
  manufacturer: 'Manufacturer',
  state: 'State',
  disabled: 'Disabled',
  signed_in: 'Signed in',
  away: 'Not signed in',
  more_one: 'and {{count, number}} more',
  more_other: 'and {{count, number}} more',
  others_one: '{{count, number}} account outside your scope',
  others_other: '{{count, number}} accounts outside your scope',
}
