import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** Słowa wyłączania produktu z użytku. */
export const pl: Words<typeof en, 'pl'> = {
  disabled: 'Wyłączony',
  use: 'W użyciu',
  uses: { enabled: 'Włączony', disabled: 'Wyłączony' },
  disable: 'Wyłącz…',
  enable: 'Włącz…',
  enable_first: 'Produkt jest wyłączony: najpierw go włącz.',
  disable_title: 'Wyłączyć {{name}}?',
  disable_text:
    'Nic nowego się z nim nie zacznie: żadne urządzenie nie zostanie jako on rozpoznane, nie przyjmie nazw rejestracji ani urządzeń wirtualnych i nie zostanie opublikowany.',
  units_none: 'Nie ma żadnych urządzeń.',
  units_one: '{{count, number}} jego urządzenie nadal raportuje i jest wyświetlane oraz sterowane jak dotąd.',
  units_few: '{{count, number}} jego urządzenia nadal raportują i są wyświetlane oraz sterowane jak dotąd.',
  units_many: '{{count, number}} jego urządzeń nadal raportuje i jest wyświetlanych oraz sterowanych jak dotąd.',
  units_other: '{{count, number}} jego urządzenia nadal raportuje i jest wyświetlane oraz sterowane jak dotąd.',
  confirm_disable: 'Wyłącz',
  disabled_now: '{{name}} nie przyjmuje od teraz niczego nowego.',
  enable_title: 'Włączyć {{name}}?',
  enable_text: 'Urządzenia będą znów rozpoznawane jako on, a szkic można opublikować.',
  confirm_enable: 'Włącz',
  enabled_now: '{{name}} jest znów w użyciu.',
}
