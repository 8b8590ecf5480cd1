import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** Words of the accounts that hold a role or a resource group. */
export const pl: Words<typeof en, 'pl'> = {
  title: 'Konta',
  user_name: 'Nazwa użytkownika',
  nick_name: 'Pseudonim',
  company: 'Firma',
  manufacturer: 'Producent',
  state: 'Stan',
  disabled: 'Wyłączone',
  signed_in: 'Zalogowane',
  away: 'Niezalogowane',
  more_one: 'i jeszcze {{count, number}}',
  more_few: 'i jeszcze {{count, number}}',
  more_many: 'i jeszcze {{count, number}}',
  more_other: 'i jeszcze {{count, number}}',
  others_one: '{{count, number}} konto poza Twoim zakresem',
  others_few: '{{count, number}} konta poza Twoim zakresem',
  others_many: '{{count, number}} kont poza Twoim zakresem',
  others_other: '{{count, number}} konta poza Twoim zakresem',
}
