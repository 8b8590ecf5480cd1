import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** Wiadomości do użytkowników aplikacji i dystrybutorów. */
export const pl: Words<typeof en, 'pl'> = {
  title: 'Temat',
  text: 'Treść',
  send: 'Wyślij',
  sent: 'Wysłano.',
  to: 'Wiadomość do: {{name}}',
  to_people_one: 'Wiadomość do {{count, number}} osoby',
  to_people_few: 'Wiadomość do {{count, number}} osób',
  to_people_many: 'Wiadomość do {{count, number}} osób',
  to_people_other: 'Wiadomość do {{count, number}} osoby',
  app_hint: 'Wiadomość pojawi się w aplikacji. Osoby, których dane usunięto, nic nie dostaną.',
}
