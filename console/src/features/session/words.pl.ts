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
  one_more_step: 'Twoje konto wymaga jeszcze jednego kroku. Zaloguj się ponownie.',
  second: {
    title: 'Potwierdź, że to Ty',
    text: 'Wpisz sześć cyfr z aplikacji uwierzytelniającej.',
    code: 'Kod',
    code_empty: 'Wpisz kod.',
    recovery: 'Kod odzyskiwania',
    use_recovery: 'Użyj kodu odzyskiwania',
    use_app: 'Użyj aplikacji',
    trust: 'Ufaj tej przeglądarce przez 30 dni',
    submit: 'Dalej',
  },
  enrol: {
    title: 'Skonfiguruj drugi składnik',
    text: 'Wymaga go Twoja rola: kod z telefonu obok hasła.',
  },
  initial: {
    title: 'Ustaw własne hasło',
    text: 'Zalogowano hasłem początkowym. Zmień je, aby przejść dalej.',
    submit: 'Zapisz i przejdź dalej',
    back: 'Wróć do logowania',
  },
}
