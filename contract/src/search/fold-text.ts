/** Letters without a decomposition, as `fold_text` of the database replaces them. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Lower case without diacritics: `Łódź` and `lodz` are the same to a search. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[łøđıðßæœ]/g, (letter) => LETTERS[letter] ?? letter)
