import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  title: 'Szablony sterowania',
  none: 'Nie ma jeszcze szablonów',
  none_hint:
    'Nastawy, które do siebie należą, na przykład „Zima, ogrzewanie podłogowe”: trafiają naraz do formularza sterowania jednostką.',
  none_writable: 'W wersji roboczej nie ma punktu do zapisu.',
  full: 'Najwyżej {{max}} szablonów.',
  add: 'Dodaj szablon',
  new: 'Nowy szablon',
  name: 'Nazwa',
  settings: 'Nastawia',
  more_one: 'i jeszcze {{count, number}}',
  more_few: 'i jeszcze {{count, number}}',
  more_many: 'i jeszcze {{count, number}}',
  more_other: 'i jeszcze {{count, number}}',
  state: 'Kontrola',
  fits: 'Pasuje do punktów',
  actions: 'Działania',
  edit: 'Edytuj',
  remove: 'Usuń',
  add_point: 'Dodaj nastawę',
  add_hint: 'Najwyżej {{max}}: tyle mieści jedno polecenie.',
  add_first: 'Najpierw dodaj nastawę.',
  value_of: 'Wartość: {{name}}',
  remove_point: 'Usuń z szablonu: {{name}}',
  gone: 'Takiego punktu już nie ma',
}
