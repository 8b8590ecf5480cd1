import type { Words } from '../words/shape.ts'
import type { en } from './picture-words.en.ts'

/** Words of choosing a picture. */
export const pl: Words<typeof en, 'pl'> = {
  title: 'Zdjęcie',
  none: 'Nie ma jeszcze zdjęcia',
  choose: 'Wybierz zdjęcie…',
  other: 'Inne zdjęcie…',
  remove: 'Usuń',
  hint: 'albo upuść je tutaj: PNG, JPEG lub WebP; zostanie zmniejszone',
  other_kind: 'Ten plik nie jest obrazem PNG, JPEG ani WebP.',
  broken: 'Ten obraz jest uszkodzony.',
  too_large: 'Najwyżej {{megabytes, number}} MB.',
  saved: 'Zdjęcie zapisano.',
  removed: 'Zdjęcie usunięto.',
}
