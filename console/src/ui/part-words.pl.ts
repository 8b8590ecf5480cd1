import type { Words } from '../words/shape.ts'
import type { en } from './part-words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  check: {
    all: 'Wszystkie · {{checked, number}} z {{total, number}}',
    count: '{{checked, number}} z {{total, number}}',
    differences: 'Tylko różnice (+{{added}} −{{removed}})',
    no_difference: 'Brak różnic.',
    also_added: 'Dodano też wymagane: {{names}}',
    also_removed: 'Usunięto też zależne: {{names}}',
    dangerous: 'Ryzyko',
    change: { added: 'nowe', removed: 'usunięte' },
  },
  changes: {
    added: 'dodano: ',
    removed: 'usunięto: ',
    before: 'przed: ',
    after: 'po: ',
    yes: 'tak',
    no: 'nie',
    more_one: '+{{count}} inna',
    more_few: '+{{count}} inne',
    more_many: '+{{count}} innych',
    more_other: '+{{count}} innej',
  },
  confirm: {
    type: 'Wpisz „{{expected}}”, aby potwierdzić',
    type_first: 'Najpierw wpisz „{{expected}}”.',
    differs: 'Wpisany tekst różni się od wymaganego.',
    reason: 'Powód',
    reason_first: 'Najpierw podaj powód.',
    reason_long: 'Powód jest zbyt długi.',
  },
  order: {
    handle: 'Przesuń {{name}}, miejsce {{place}} z {{count}}: klawisze strzałek',
    up: 'Przesuń {{name}} w górę',
    down: 'Przesuń {{name}} w dół',
  },
  secret: {
    once: 'Wyświetlane tylko ten jeden raz',
    kept: 'Dane są zapisane w bezpiecznym miejscu',
    keep_first: 'Najpierw zapisz dane i zaznacz pole.',
  },
}
