import type { nouns as english } from './noun-words.en.ts'

/** Nazwy obiektów w dzienniku. */
export const nouns = {
  account: 'Konto',
  'api-token': 'Token API',
  'app-user': 'Użytkownik aplikacji',
  application: 'Aplikacja',
  batch: 'Zadanie zbiorcze',
  'attr-saving': 'Wybór punktów',
  audit: 'Dziennik audytu',
  binding: 'Powiązanie',
  'claim-code': 'Kod przejęcia',
  control: 'Polecenie',
  device: 'Urządzenie',
  distributor: 'Dystrybutor',
  export: 'Eksport',
  history: 'Historia',
  home: 'Przegląd',
  menu: 'Menu',
  'own-log-in': 'Własne logowanie',
  'own-profile': 'Własny profil',
  'own-session': 'Własna sesja',
  product: 'Produkt',
  'resource-group': 'Grupa zasobów',
  role: 'Rola',
  'second-factor': 'Drugi składnik',
  session: 'Sesja',
} satisfies typeof english
