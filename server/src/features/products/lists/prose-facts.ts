import type { ImportField } from '@heatfleet/contract/products/import.ts'
import type { QueryCommand } from '@heatfleet/modbus/point.ts'

/** What headings or a line between rows say of the rows below. */
export type Constants = Partial<Record<ImportField, string>>

const WRITES = /r ?\/ ?w|\brw\b|writ|schreib|escritura|escribir|control\b|zapis|写/i
const READS = /\bread|\br\b|lesen|lectura|leer|odczyt|只读|读/i
const ONLY_READS =
  /read[- ]?only|only read|nur lesen|nur lesend|solo lectura|tylko (do )?odczyt|只读|reading reg|read reg/i

/** The table that words name: `Registros 3X`, `Holding Register`, `función 0x04`; null = none, or several. */
export const tableOf = (text: string): QueryCommand | null => {
  const found = new Set<QueryCommand>()
  if (/\b4x\b|holding|halteregister|保持|retenci|podtrzym/i.test(text)) found.add(3)
  if (/\b3x\b|input reg|eingangsregister|输入寄存器|registros? de entrada|wejściow/i.test(text)) found.add(4)
  if (/\b1x\b|discrete|离散/i.test(text)) found.add(2)
  if (/\b0x\b(?![0-9a-f])|\bcoils?\b|线圈|cewk/i.test(text)) found.add(1)
  if (found.size === 0) {
    const codes = text.matchAll(
      /(?:fc|function code|funktionscode|función|function|funktion|功能码)\s*:?\s*(?:0x)?0?([1-4])\b/gi,
    )
    for (const [, code] of codes) found.add(Number(code) as QueryCommand) // one of four digits
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

/** Constants of a table from its headings, the innermost first. */
export const constantsOf = (headings: readonly string[]): Constants => {
  const constants: Constants = {}
  for (const heading of headings.toReversed()) {
    const table = tableOf(heading)
    if (table !== null) constants.fn ??= String(table)
    const access = accessOfWords(heading)
    if (access !== null) constants.access ??= access
  }
  return constants
}

const accessOfWords = (text: string): 'r' | 'rw' | null => {
  if (ONLY_READS.test(text)) return 'r'
  if (WRITES.test(text)) return 'rw'
  return READS.test(text) && /\(r\)|lectura|lesen|odczyt/i.test(text) ? 'r' : null
}

/** What a document says of all its registers outside of its tables. */
export type ProseFacts = {
  base: '0' | '1' | null
  order: 'be' | 'le' | null
  fn: QueryCommand | null
  /** Ranges of addresses with their access. */
  access: readonly { from: number; to: number; access: 'r' | 'rw' }[]
  /** Access of holding registers, where the words speak of the 4X area. */
  holding_access: 'rw' | null
  /** Footnote marks that say a value is signed. */
  signed_marks: readonly string[]
}

export const proseFactsOf = (prose: string): ProseFacts => ({
  base: baseOf(prose),
  order: orderOf(prose),
  fn: /\ball(?:e)?\b[^.\n]*(?:register)|register-?(?:art|type)/i.test(prose)
    ? tableOf(
        (/[^\n]*\balle?\b[^.\n]*register[^.\n]*/i.exec(prose) ??
          /[^\n]*register-?(?:art|type)[^\n]*/i.exec(prose))?.[0] ?? '',
      )
    : null,
  access: accessRanges(prose),
  holding_access: /\b4x\b[^.;\n]*(?:read and (?:be )?writ|written|read ?\/ ?write|\brw\b)/i.test(prose) ? 'rw' : null,
  signed_marks: prose
    .split('\n')
    .filter(
      (line) =>
        /signed|vorzeichen|con signo|two'?s complement|2-complement/i.test(line) && !/unsigned|sin signo/i.test(line),
    )
    .flatMap((line) => /\(?(\*\d{1,2}|\^\d|[¹²³])\)?/.exec(line)?.[1] ?? []),
})

const baseOf = (prose: string): '0' | '1' | null => {
  const zero =
    /(?:0|zero)[- ]based|\bbase[- ]?0\b|basis 0|counted? from 0|addresses (?:start|begin) (?:at|with|from) 0|pdu addr|since 3x0+\b|ab 0 gez/i.test(
      prose,
    )
  const one =
    /(?:1|one)[- ]based|\bbase[- ]?1\b|basis 1|counted? from 1|addresses (?:start|begin) (?:at|with|from) 1|ab 1 gez/i.test(
      prose,
    )
  return zero === one ? null : zero ? '0' : '1'
}

const orderOf = (prose: string): 'be' | 'le' | null => {
  const le =
    /low(?:er)?[- ]word first|ls[bw] first|least significant word first|word[- ]?swapped|\bcdab\b|niederwertig\S* wort zuerst/i.test(
      prose,
    )
  const be =
    /high(?:er)?[- ]word first|ms[bw] first|most significant word first|\babcd\b|big[- ]endian|höherwertig\S* wort zuerst/i.test(
      prose,
    )
  return le === be ? null : le ? 'le' : 'be'
}

/** `Block 0-99: Lesen & Schreiben, Block 100 - 199 nur lesen`. */
const accessRanges = (prose: string): ProseFacts['access'] =>
  [
    ...prose.matchAll(
      /\b(\d{1,5})\s*(?:-|–|\.\.|to|bis)\s*(\d{1,5})\s*[:=(]?\s*((?:nur |only )?\p{L}[^\d,.;)\n(]{2,40})/gu,
    ),
  ].flatMap(([, from, to, words = '']) => {
    const access = accessOfWords(words) ?? (READS.test(words) ? 'r' : null)
    return access === null || Number(to) <= Number(from) ? [] : [{ from: Number(from), to: Number(to), access }]
  })
