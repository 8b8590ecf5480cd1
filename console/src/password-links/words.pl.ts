import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  action: 'Odnośnik do zmiany hasła',
  make: 'Utwórz odnośnik',
  made: 'Odnośnik dla: {{name}}',
  made_text:
    'Kto ma ten odnośnik, może w ciągu doby jeden raz ustawić nowe hasło dla: {{name}}. Do tego czasu działa obecne hasło.',
  title: 'Ustaw nowe hasło',
  for_account: 'Dla konta {{name}} w tej konsoli.',
  for_app_user: 'Dla użytkownika aplikacji: {{name}}.',
  submit: 'Zapisz hasło',
  done: 'Nowe hasło zostało zapisane',
  done_account: 'Wszystkie otwarte sesje zostały zakończone. Zaloguj się nowym hasłem.',
  done_app_user: 'Nastąpiło wylogowanie z aplikacji na wszystkich urządzeniach. Zaloguj się w niej nowym hasłem.',
  to_login: 'Przejdź do logowania',
}
