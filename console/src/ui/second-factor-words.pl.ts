import type { Words } from '../words/shape.ts'
import type { en } from './second-factor-words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  step_app: 'Zainstaluj w telefonie aplikację uwierzytelniającą.',
  step_scan: 'Zeskanuj nią obraz albo wpisz klucz.',
  step_code: 'Wpisz sześć cyfr, które pokaże.',
  qr: 'Klucz dla aplikacji uwierzytelniającej',
  secret: 'Klucz do wpisania zamiast skanowania',
  code: 'Kod z aplikacji',
  code_first: 'Najpierw wpisz sześć cyfr.',
  confirm: 'Włącz',
  again: 'Spróbuj ponownie',
  recovery_title: 'Zachowaj kody odzyskiwania',
  recovery_text: 'Każdy z nich wpuszcza raz, gdy telefon zginie. Wydrukuj je albo trzymaj tam, gdzie hasła.',
}
