import type { Words } from '../words/shape.ts'
import { actions } from './action-words.pl.ts'
import { field_names } from './field-words.pl.ts'
import { nouns } from './noun-words.pl.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  title: 'Dziennik audytu',
  note: 'Każda zmiana i każda odmowa dostępu, na zawsze; nikt nie może tego zmienić.',
  actions,
  nouns,
  field_names,
  fields: {
    at: 'Czas',
    user_name: 'Konto',
    role_name: 'Rola',
    agent_name: 'Dystrybutor',
    address: 'Adres IP',
    action: 'Czynność',
    object: 'Obiekt',
    change: 'Było → jest',
    before: 'Przed',
    after: 'Po',
    detail: 'Szczegóły',
    result: 'Wynik',
    request_id: 'Numer żądania',
    method: 'Metoda',
    user_agent: 'Przeglądarka',
    text: 'Tekst w obiekcie lub szczegółach',
    from: 'Okres',
  },
  results: { ok: 'Wykonano', refused: 'Odmowa', no_access: 'Brak dostępu' },
  nobody: 'nikt znany',
  manufacturer: 'Producent',
  changes: 'Co się zmieniło',
  no_changes: 'Poza samym wpisem nic nie zanotowano.',
  same_request: 'Pokaż to żądanie',
  this_object: 'Pokaż ten obiekt',
  this_account: 'Pokaż to konto',
  never: 'Nic jeszcze nie zrobiono',
  total_one: '{{count, number}} wpis',
  total_few: '{{count, number}} wpisy',
  total_many: '{{count, number}} wpisów',
  total_other: '{{count, number}} wpisu',
  total_more: 'ponad {{count, number}} wpisów: zawęź okres',
}
