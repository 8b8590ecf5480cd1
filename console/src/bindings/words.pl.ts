import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** Words of what ties people to units: claim codes, owners, consent. */
export const pl: Words<typeof en, 'pl'> = {
  roles: { owner: 'Właściciel', shared: 'Udostępnione' },
  ways: { scan: 'Kod z etykiety', share: 'Zaproszenie', admin: 'Ręcznie' },
  claim: {
    action: 'Kod powiązania',
    title: 'Kod powiązania: „{{device}}”',
    text: 'Kto ma ten kod, może zostać właścicielem urządzenia, dopóki nikt nim nie jest. Przekaż go tylko osobie, w której domu stoi urządzenie. Wyświetlenie kodu jest odnotowane w dzienniku audytu.',
    qr: 'Kod QR dla aplikacji: identyfikator i kod powiązania {{mac}}',
    generation: 'Kod nr {{number}}',
    renew: 'Utwórz nowy kod',
    renew_title: 'Utworzyć nowy kod dla „{{device}}”?',
    renew_text: 'Kod z etykiety i wszystkie dotąd wyświetlone kody tracą ważność.',
    renewed: 'Stary kod stracił ważność.',
  },
  transfer: {
    action: 'Przekaż innej osobie',
    title: 'Przekazanie: „{{device}}”',
    text: '{{owner}} traci urządzenie, podobnie jak wszyscy, którym je udostępniono. Nowy właściciel zaczyna sam, a wszystkie dotychczasowe kody powiązania tracą ważność.',
    to: 'ID użytkownika: nowy właściciel',
    to_hint: 'Znajdziesz je na liście użytkowników aplikacji.',
    looking: 'Szukanie osoby…',
    found: 'Nowy właściciel: {{name}}',
    found_with: 'Nowy właściciel: {{name}} · {{contact}}',
    same: 'Ta osoba jest już właścicielem.',
    erased: 'Dane tej osoby zostały usunięte.',
    to_first: 'Podaj nowego właściciela.',
    confirm: 'Przekaż urządzenie',
    done: 'Urządzenie ma nowego właściciela.',
  },
  consent: {
    given: 'Zgoda na zdalny serwis',
    missing: 'Brak zgody na zdalny serwis',
    not_needed: 'Brak właściciela',
  },
}
