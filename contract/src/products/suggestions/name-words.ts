/** Latin letters that Unicode does not take apart into a letter and its mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', đ: 'd', Δ: 'delta ', δ: 'delta ' }

/**
 * A name of a register list as plain words that patterns match: small letters without marks, `camelCase` and `snake_case`
 * taken apart, one blank between words; Chinese characters stay together. `HP1_T_Flow` becomes `hp1 t flow`.
 */
export const nameWords = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[ßłøæđΔδ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll('Ł', 'L')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z][a-z])|(?<=[a-z]{2})(?=[A-Z])/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%#]+/gu, ' ')
    .trim()
