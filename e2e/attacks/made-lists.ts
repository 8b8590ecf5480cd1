import { writeXlsx } from 'hucre/xlsx'
import type { Random } from './seeded.ts'

/** How a list comes as a file. `broken` = bytes that are no text in any encoding; the rest are what spreadsheets write. */
export const LIST_FILES = [
  'utf8',
  'utf16le',
  'utf16le without a mark',
  'gb18030',
  'windows-1250',
  'iso-8859-2',
  'xlsx merged',
  'xlsx formulas',
  'broken',
] as const
export type ListFile = (typeof LIST_FILES)[number]

const TITLES = ['key', 'name', 'fn', 'addr', 'type', 'scale', 'unit', 'access', 'group']
const LETTERS: Partial<Record<ListFile, string>> = {
  gb18030: '出水温度设定值',
  'windows-1250': 'Ciśnienie źródła',
  'iso-8859-2': 'Ciśnienie źródła',
}

/** A made list: its bytes, and the names of its lines as they must come out; null = whatever, the letters are lost. */
type MadeList = { file_name: string; bytes: Uint8Array; names: string[] | null }

/** A list of many lines: most sound, some with each thing people do to cells. */
export const makeList = async (random: Random, count: number, file: ListFile): Promise<MadeList> => {
  const letters = LETTERS[file] ?? 'Temperature 温度 temperatura'
  const lines = Array.from({ length: count }, (_, n) => {
    const cells = [`p_${n}`, `${letters} ${n}`, 'holding', String(n % 60_000), 's16', '0.1', 'K', 'r', `G${n % 7}`]
    if (random.whole(0, 9) === 0)
      cells[random.whole(2, cells.length - 1)] = SPOILED[random.whole(0, SPOILED.length - 1)] ?? ''
    return cells
  })
  const names = lines.map(([, name = '']) => name)
  if (file === 'xlsx merged' || file === 'xlsx formulas')
    return { file_name: 'list.xlsx', bytes: await makeWorkbook(lines, file), names }
  const text = [TITLES, ...lines].map((cells) => cells.map(quoted).join(',')).join('\n')
  return { file_name: 'list.csv', bytes: encode(text, file), names: file === 'broken' ? null : names }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** Ten lines share a merged group, or every address is a formula, each third of which nobody computed. */
const makeWorkbook = (lines: readonly string[][], file: 'xlsx merged' | 'xlsx formulas'): Promise<Uint8Array> => {
  const rows: (string | number | null)[][] = [TITLES, ...lines.map((cells) => [...cells])]
  const [group, address] = [TITLES.indexOf('group'), TITLES.indexOf('addr')]
  if (file === 'xlsx merged') {
    const merges = Array.from({ length: Math.floor(lines.length / 10) }, (_, n) => ({
      startRow: 1 + n * 10,
      startCol: group,
      endRow: 10 + n * 10,
      endCol: group,
    }))
    return writeXlsx({ sheets: [{ name: 'Points', rows, merges }] })
  }
  const cells = new Map(
    lines.map((_, n) => {
      const value = n % 3 === 0 ? null : n % 60_000
      return [`${n + 1},${address}`, { value, formula: `${n}+0`, ...(value === null ? {} : { formulaResult: value }) }]
    }),
  )
  return writeXlsx({ sheets: [{ name: 'Points', rows, cells }] })
}

const encode = (text: string, file: ListFile): Uint8Array => {
  switch (file) {
    case 'utf16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    case 'utf16le without a mark':
      return Buffer.from(text, 'utf16le')
    case 'gb18030':
    case 'windows-1250':
    case 'iso-8859-2':
      return encodeCodePage(text, file)
    case 'broken':
      return breakBytes(Buffer.from(text, 'utf8'))
    default:
      return Buffer.from(text, 'utf8')
  }
}

/** Bytes that are no UTF-8 at all, here and there; never a quote or the end of a line, which would be another list. */
const breakBytes = (bytes: Buffer): Buffer => {
  for (let at = 500; at < bytes.length; at += 997) if (isLetter(bytes[at] ?? 0)) bytes[at] = 0xff
  return bytes
}

const isLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a

/** The platform decodes code pages and does not encode them: the letters of one are found by decoding all there are. */
const encodeCodePage = (text: string, name: 'gb18030' | 'windows-1250' | 'iso-8859-2'): Uint8Array => {
  const decoder = new TextDecoder(name)
  const bytes_of = new Map<string, number[]>()
  for (let lead = 0x80; lead <= 0xff; lead++) {
    if (name !== 'gb18030') bytes_of.set(decoder.decode(Uint8Array.of(lead)), [lead])
    else
      for (let tail = 0xa1; tail <= 0xfe; tail++) bytes_of.set(decoder.decode(Uint8Array.of(lead, tail)), [lead, tail])
  }
  // What the code page does not have becomes a question mark, as in a spreadsheet.
  return Uint8Array.from(
    Array.from(text).flatMap((letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 0x80 ? [code] : (bytes_of.get(letter) ?? [0x3f])
    }),
  )
}

const SPOILED = [
  '',
  '锟斤拷',
  '=1+1',
  '0x',
  '-1',
  '1e999',
  'NaN',
  'A'.repeat(500),
  '1,2,3',
  '863412060123455,863412060123463,863412060123471',
  '<img onerror>',
  '💧',
  'holding\nholding',
]
