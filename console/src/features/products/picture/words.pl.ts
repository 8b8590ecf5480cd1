import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** Words of what a product looks like. */
export const pl: Words<typeof en, 'pl'> = {
  title: 'Zdjęcie',
  none: 'Nie ma jeszcze zdjęcia',
  choose: 'Wybierz zdjęcie…',
  other: 'Inne zdjęcie…',
  remove: 'Usuń',
  hint: 'albo upuść je tutaj: PNG, JPEG lub WebP; zostanie zmniejszone',
  broken: 'Ten plik nie jest zdjęciem.',
  too_large: 'Najwyżej {{megabytes, number}} MB.',
  saved: 'Zdjęcie zapisano.',
  removed: 'Zdjęcie usunięto.',
}
