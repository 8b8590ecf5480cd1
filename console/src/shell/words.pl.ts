import type { Words } from '../words/shape.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  product: 'Heatfleet',
  menu: {
    device: 'Zarządzanie urządzeniami',
    'device-list': 'Lista urządzeń',
    'device-detail': 'Szczegóły urządzenia',
    center: 'Centrum osobiste',
    'center-info': 'Centrum osobiste',
  },
  menu_label: 'Menu główne',
  expand: 'Rozwiń menu',
  collapse: 'Zwiń menu',
  tabs: 'Otwarte ekrany',
  tab: {
    close: 'Zamknij: {{label}}',
    close_others: 'Zamknij pozostałe',
    refresh: 'Odśwież',
    unsaved: 'niezapisane zmiany',
    actions: 'Czynności na karcie',
  },
  skip: 'Przejdź do treści',
  search: {
    placeholder: 'Szukaj: nazwa, IMEI / MAC, ICCID…',
    results: 'Znalezione urządzenia',
    none: 'Żadne urządzenie nie pasuje do „{{text}}”',
    more_one: 'i jeszcze {{count}} urządzenie: doprecyzuj wyszukiwanie',
    more_few: 'i jeszcze {{count}} urządzenia: doprecyzuj wyszukiwanie',
    more_many: 'i jeszcze {{count}} urządzeń: doprecyzuj wyszukiwanie',
    more_other: 'i jeszcze {{count}} urządzenia: doprecyzuj wyszukiwanie',
    hint: 'Strzałki wybierają, Enter otwiera',
  },
  connection: {
    live: 'Na żywo',
    reconnecting: 'Ponowne łączenie',
    offline: 'Brak połączenia od {{time}}',
    live_hint: 'Wartości napływają na bieżąco.',
    lost_hint: 'Od {{time}} brak wartości na żywo. Konsola próbuje połączyć się ponownie.',
  },
  account: { center: 'Centrum osobiste', menu: 'Konto', change_password: 'Zmień hasło', log_out: 'Wyloguj się' },
  zone: {
    label: 'Strefa czasowa',
    browser: 'Ta przeglądarka: {{zone}}',
    own: 'Mój profil: {{zone}}',
    utc: 'UTC',
  },
  leaving: 'Wylogowywanie…',
  idle: {
    title: 'Wylogowanie za {{left}}',
    text: 'Od dłuższego czasu nie było żadnej aktywności. Aby chronić konto, zostaniesz wylogowany automatycznie.',
    stay: 'Pozostań zalogowany',
    leave: 'Wyloguj teraz',
  },
}
