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
}
