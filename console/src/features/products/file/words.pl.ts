import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** Słowa produktów z plików. */
export const pl: Words<typeof en, 'pl'> = {
  open: 'Importuj…',
  title: 'Import produktu',
  file: 'Plik produktu',
  choose: 'Wybierz plik',
  another: 'Inny plik',
  hint: 'Produkt wyeksportowany jako JSON, najwyżej {{max}}; można go tu upuścić.',
  too_large: 'Plik jest za duży: najwyżej {{max}}.',
  file_first: 'Najpierw wybierz plik.',
  not_json: 'To nie jest plik JSON.',
  faulty_one: '{{count, number}} pole jest nieprawidłowe. Nic nie zostało wczytane.',
  faulty_few: '{{count, number}} pola są nieprawidłowe. Nic nie zostało wczytane.',
  faulty_many: '{{count, number}} pól jest nieprawidłowych. Nic nie zostało wczytane.',
  faulty_other: '{{count, number}} pola jest nieprawidłowe. Nic nie zostało wczytane.',
  more_one: 'i jeszcze {{count, number}}',
  more_few: 'i jeszcze {{count, number}}',
  more_many: 'i jeszcze {{count, number}}',
  more_other: 'i jeszcze {{count, number}}',
  holds: 'Co zawiera plik',
  vectors: 'Wektory testowe',
  findings_hint: 'Mimo to można go zaimportować; błędy poprawia się w szkicu przed publikacją.',
  make: 'Importuj jako nowy produkt',
  done: 'Utworzono „{{name}}”. Nie wpływa na urządzenia, dopóki nie zostanie opublikowany.',
}
