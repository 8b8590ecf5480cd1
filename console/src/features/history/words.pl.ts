import type { Words } from '../../words/shape.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  page: 'Historia urządzeń',
  note: 'Wykresy, wartości i stany, najwyżej {{max}} urządzeń',
  devices: 'Urządzenia (najwyżej {{max}})',
  devices_hint: 'Nazwa, IMEI / MAC lub ICCID',
  none: 'Wybierz urządzenie',
  none_hint: 'Tu zobaczysz jego historię; drugie zostanie narysowane obok.',
  missing: 'Urządzenie z tego linku już nie istnieje albo Twoja rola go nie pokazuje.',
  to_list: 'Do listy urządzeń',
}
