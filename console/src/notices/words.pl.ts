import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  title: 'Powiadomienia',
  new_one: 'Powiadomienia: {{count, number}} nowe',
  new_few: 'Powiadomienia: {{count, number}} nowe',
  new_many: 'Powiadomienia: {{count, number}} nowych',
  new_other: 'Powiadomienia: {{count, number}} nowego',
  news_one: '{{count, number}} nowe powiadomienie',
  news_few: '{{count, number}} nowe powiadomienia',
  news_many: '{{count, number}} nowych powiadomień',
  news_other: '{{count, number}} nowego powiadomienia',
  is_new: '(nowe)',
  wishes: 'O czym informować',
  quiet: 'Cisza nocna: do jej końca nic się nie liczy i nie wyświetla samo.',
  none: 'Ostatnio nic się nie wydarzyło',
  none_hint: 'Alarmy, urządzenia offline lub z nowym właścicielem, Twoje eksporty i konto: ostatnie siedem dni.',
  by: 'wykonane przez: {{user}}',
  what: {
    alarm: '{{device}}: alarm {{subject}}',
    offline: '{{device}}: utracono połączenie',
    bound: '{{device}}: jest już właściciel',
    shared: '{{device}}: udostępniono',
    unbound: '{{device}}: odłączono',
    transferred: '{{device}}: nowy właściciel',
    export_done: 'Eksport gotowy: {{subject}}',
    export_failed: 'Eksport nie powiódł się: {{subject}}',
    account_changed: 'Twoje konto: {{action}}',
    role_changed: 'Twoja rola: {{action}}',
    log_in_locked: 'Zbyt wiele błędnych haseł: logowanie na Twoje konto zostało zablokowane',
    test: 'Tak wygląda powiadomienie',
  },
}
