import type { Words } from '../../words/shape.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  title: 'Logowanie',
  subtitle: 'Konsola floty pomp ciepła',
  account: 'Konto',
  account_hint: 'Nazwa użytkownika, telefon lub e-mail',
  password: 'Hasło',
  remember: 'Zapamiętaj konto',
  submit: 'Zaloguj się',
  forgot: 'Nie pamiętasz hasła? Skontaktuj się z administratorem.',
  account_empty: 'Podaj konto.',
  password_empty: 'Podaj hasło.',
  success: 'Zalogowano',
  expired: 'Sesja wygasła. Zaloguj się ponownie.',
  idle: 'Nastąpiło wylogowanie po dwóch godzinach bez aktywności.',
  claim: 'Każda pompa ciepła na oku.',
  claim_text:
    'Wartości na żywo, sterowanie z potwierdzeniem odczytem, wykresy bez luk: od jednego urządzenia po całą flotę.',
  initial: {
    title: 'Ustaw własne hasło',
    text: 'Zalogowano hasłem początkowym. Zmień je, aby przejść dalej.',
    submit: 'Zapisz i przejdź dalej',
    back: 'Wróć do logowania',
  },
}
