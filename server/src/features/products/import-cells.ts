import type { QueryCommand } from '@heatfleet/modbus/point.ts'

/** Meaning of the cells of register lists; null = not recognised. Text comes trimmed and in compatible form (NFKC). */

/** Tables of the protocol by words in their names. */
const FUNCTIONS: readonly (readonly [QueryCommand, RegExp])[] = [
  [3, /hold|halte|保持|retenc|podtrzym|^hr$|^4x+$/],
  [1, /coil|线圈|cewk|^0x+$/],
  [2, /discret|离散|contact|kontakt|digital input|status input|dyskret|^di$|^1x+$/],
  [4, /input|eingang|eingabe|entrada|输入|wejśc|^ir$|^3x+$|analog in/],
]

/** Function codes that a cell names, as `03/06/16` or `0x03, 0x10`. */
export const functionCodesOf = (text: string): number[] => {
  if (!/^(?:fc\s*)?(?:0x[0-9a-f]{1,2}|\d{1,2}h?)(?:\s*[/,;&+]\s*(?:fc\s*)?(?:0x[0-9a-f]{1,2}|\d{1,2}h?))*$/i.test(text))
    return []
  return [...text.matchAll(/(0x)?([0-9a-f]{1,2})(h)?/gi)].map(([, hex, digits = '', h]) =>
    Number.parseInt(digits, hex !== undefined || h !== undefined ? 16 : 10),
  )
}

/** Function code of a read: its number in decimal or hex, or the name of the table. */
export const queryCommandOf = (text: string): QueryCommand | null => {
  const [code] = functionCodesOf(text).filter((one) => one >= 1 && one <= 4)
  if (code !== undefined) return code as QueryCommand // one of four
  const words = text.toLowerCase().replaceAll('_', ' ')
  return FUNCTIONS.find(([, name]) => name.test(words))?.[0] ?? null
}

const READ_WORDS =
  /^(?:r|ro|read|readonly|read only|只读|读|odczyt|lesen|nur lesen|lesbar|l|lectura|solo lectura|lecture|get|status|sensor)$/
const WRITE_WORDS =
  /^(?:w|wo|rw|wr|write|writeonly|write only|readwrite|writeread|read write|写|读写|可写|读 写|odczyt zapis|odczytzapis|zapis|schreiben|nur schreiben|lesen schreiben|lesen und schreiben|ls|l s|lectura escritura|escritura|lecture ecriture|set)$/

/** Read or write, in several languages, also with a remark behind; null = not recognised. */
export const accessOf = (text: string): 'r' | 'rw' | null => {
  const plain = text
    .toLowerCase()
    .replaceAll(/[([].*?[)\]]/g, '')
    .split(/[·;|,]/)[0]
  const word = (plain ?? '')
    .replaceAll(/[\s/_\-&+]+/g, ' ')
    .replaceAll(' und ', ' ')
    .trim()
  if (READ_WORDS.test(word) || READ_WORDS.test(word.replaceAll(' ', ''))) return 'r'
  return WRITE_WORDS.test(word) || WRITE_WORDS.test(word.replaceAll(' ', '')) ? 'rw' : null
}

export const flagOf = (text: string): boolean =>
  ['1', 'true', 'yes', 'y', 'x', '是', '√', 'tak', 't'].includes(text.toLowerCase())
