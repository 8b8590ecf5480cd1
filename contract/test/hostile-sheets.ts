import { crc32, deflateRawSync } from 'node:zlib'

/** A file that is made to take memory or time, under a name that says how. */
type HostileSheet = { name: string; make: () => Buffer }

type Part = { name: string; content: Buffer; declared_bytes?: number }

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MB = 1_048_576

/** A ZIP of the parts; `declared_bytes` is what the directory says instead of the true size. */
export const zipOf = (parts: readonly Part[]): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, declared_bytes = content.length } of parts) {
    const packed = deflateRawSync(content)
    const path = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    for (const [header, from] of [
      [local, 8],
      [entry, 10],
    ] as const) {
      header.writeUInt16LE(8, from)
      header.writeUInt32LE(crc32(content), from + 6)
      header.writeUInt32LE(packed.length, from + 10)
      header.writeUInt32LE(declared_bytes, from + 14)
      header.writeUInt16LE(path.length, from + 18)
    }
    entry.writeUInt32LE(at, 42)
    files.push(local, path, packed)
    directory.push(entry, path)
    at += 30 + path.length + packed.length
  }
  return Buffer.concat([...files, ...directory, endOf(parts.length, Buffer.concat(directory).length, at)])
}

const endOf = (count: number, bytes: number, at: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/** The files of a workbook with one sheet. */
const workbook = (sheet: string | Buffer, more: readonly Part[] = []): Part[] => [
  part(
    '[Content_Types].xml',
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ),
  part('_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])),
  part(
    'xl/workbook.xml',
    `${XML}<workbook ${MAIN} xmlns:r="${RELS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml'], ['styles', 'styles.xml']),
  ),
  part('xl/worksheets/sheet1.xml', sheet),
  ...more,
]

const part = (name: string, content: string | Buffer): Part => ({ name, content: Buffer.from(content) })

const relations = (...targets: [type: string, target: string][]): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const sheetOf = (rows: string, after = ''): string =>
  `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`

const repeat = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('')
const inline = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const SMALL_ROW = `<row r="1">${inline('A1', 'mac')}</row>`

/** One cell of so many megabytes; above 500 MB the text is filled in as bytes, since no string is so long. */
const longCell = (mb: number): Buffer => {
  const [before = '', after = ''] = sheetOf(`<row r="1">${inline('A1', '\n')}</row>`).split('\n')
  return Buffer.concat([Buffer.from(before), Buffer.alloc(mb * MB, 'A'), Buffer.from(after)])
}

const cell = (mb: number): HostileSheet => ({ name: `one cell of ${mb} MB`, make: () => zipOf(workbook(longCell(mb))) })

const rows = (count: number): HostileSheet => ({
  name: `${count} lines`,
  make: () =>
    zipOf(workbook(sheetOf(repeat(count, (at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`)))),
})

const emptyRows = (count: number): HostileSheet => ({
  name: `${count} empty lines`,
  make: () => zipOf(workbook(sheetOf('<row/>'.repeat(count)))),
})

const columns = (count: number): HostileSheet => ({
  name: `a line of ${count} cells`,
  make: () => zipOf(workbook(sheetOf(`<row r="1">${'<c><v>1</v></c>'.repeat(count)}</row>`))),
})

/** Cells far to the right: nothing is sent for those before them. */
const farCells = (column: string, count: number): HostileSheet => ({
  name: `${count} lines with a cell in column ${column}`,
  make: () =>
    zipOf(workbook(sheetOf(repeat(count, (at) => `<row r="${at + 1}"><c r="${column}${at + 1}"><v>1</v></c></row>`)))),
})

const farRow = (row: string): HostileSheet => ({
  name: `a cell in line ${row}`,
  make: () => zipOf(workbook(sheetOf(`<row r="${row}"><c r="A${row}"><v>1</v></c></row>`))),
})

const sharedStrings = (count: number, length: number): HostileSheet => ({
  name: `${count} shared texts of ${length} letters`,
  make: () =>
    zipOf(
      workbook(sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), [
        part(
          'xl/sharedStrings.xml',
          `${XML}<sst ${MAIN}>${`<si><t>${'A'.repeat(length)}</t></si>`.repeat(count)}</sst>`,
        ),
      ]),
    ),
})

/** One long text that each line shows. */
const sharedEverywhere = (count: number, length: number): HostileSheet => ({
  name: `${count} lines that show one text of ${length} letters`,
  make: () =>
    zipOf(
      workbook(sheetOf(repeat(count, (at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`)), [
        part('xl/sharedStrings.xml', `${XML}<sst ${MAIN}><si><t>${'\u0041\u030a'.repeat(length / 2)}</t></si></sst>`),
      ]),
    ),
})

const styles = (count: number): HostileSheet => ({
  name: `${count} styles`,
  make: () =>
    zipOf(
      workbook(sheetOf(SMALL_ROW), [
        part(
          'xl/styles.xml',
          `${XML}<styleSheet ${MAIN}><numFmts>${repeat(count, (at) => `<numFmt numFmtId="${at + 164}" formatCode="0.0"/>`)}</numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(count)}</cellXfs></styleSheet>`,
        ),
      ]),
    ),
})

const merges = (count: number, range: string): HostileSheet => ({
  name: `${count} merged ranges ${range}`,
  make: () =>
    zipOf(
      workbook(
        sheetOf(
          repeat(20_000, (at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`),
          `<mergeCells>${`<mergeCell ref="${range}"/>`.repeat(count)}</mergeCells>`,
        ),
      ),
    ),
})

const nestedZip = (mb: number): HostileSheet => ({
  name: `a ZIP of ${mb} MB within`,
  make: () =>
    zipOf(workbook(sheetOf(SMALL_ROW), [part('xl/embeddings/a.zip', zipOf([part('a', Buffer.alloc(mb * MB))]))])),
})

const nestedElements = (depth: number): HostileSheet => ({
  name: `${depth} elements within each other`,
  make: () => zipOf(workbook(sheetOf(`<row r="1"><c>${'<is>'.repeat(depth)}${'</is>'.repeat(depth)}</c></row>`))),
})

/** A directory that promises less than there is. */
const lying = (mb: number, declared_bytes: number): HostileSheet => ({
  name: `${mb} MB that the directory calls ${declared_bytes} bytes`,
  make: () =>
    zipOf(workbook(longCell(mb)).map((one) => (one.name.includes('sheet1') ? { ...one, declared_bytes } : one))),
})

const manyFiles = (count: number): HostileSheet => ({
  name: `${count} files`,
  make: () =>
    zipOf([...workbook(sheetOf(SMALL_ROW)), ...Array.from({ length: count }, (_, at) => part(`xl/${at}`, 'x'))]),
})

const entities: HostileSheet = {
  name: 'entities of entities',
  make: () => {
    const levels = repeat(9, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
    const head = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${levels}]>`
    return zipOf(
      workbook(`${head}<worksheet ${MAIN}><sheetData><row r="1">${inline('A1', '&l9;')}</row></sheetData></worksheet>`),
    )
  },
}

const text = (name: string, make: () => Buffer): HostileSheet => ({ name: `a CSV of ${name}`, make })

/** Small to make: some of each kind, for the tests. */
export const HOSTILE_SHEETS: readonly HostileSheet[] = [
  cell(80),
  rows(200_000),
  columns(1_000_000),
  farCells('XFD', 20_000),
  farCells('ZZZZZZ', 10),
  sharedStrings(1_000_000, 20),
  styles(400_000),
  merges(20_000, 'A1:CU20000'),
  nestedZip(80),
  nestedElements(1_000_000),
  lying(80, 2_000),
  manyFiles(1_001),
  text('a million columns', () => Buffer.from(`mac${','.repeat(1_000_000)}\n`)),
]

/** Fifty of all kinds, small and as large as a call may carry. */
export const FIFTY_HOSTILE_SHEETS: readonly HostileSheet[] = [
  ...HOSTILE_SHEETS,
  ...[10, 63, 100, 300, 600].map(cell),
  ...[20_001, 1_000_000].map(rows),
  ...[1_000_000, 9_000_000].map(emptyRows),
  ...[101, 4_000_000].map(columns),
  farCells('XFD', 1_000),
  farCells('ZZZZ', 20_000),
  farCells('ZZZZZZZZ', 1),
  ...['1048576', '99999999', '9007199254740991'].map(farRow),
  sharedStrings(3_000_000, 1),
  sharedStrings(10, 6_000_000),
  sharedEverywhere(20_000, 4_000),
  sharedEverywhere(20_000, 1_000_000),
  ...[100_000, 1_000_000].map(styles),
  merges(1, 'A1:XFD1048576'),
  merges(1_000_000, 'A1:A2'),
  merges(300_000, 'A1:CU20000'),
  ...[10, 400].map(nestedZip),
  ...[10_000, 4_000_000].map(nestedElements),
  lying(600, 0),
  lying(600, 1_000_000),
  lying(10, 4_294_967_295),
  manyFiles(60_000),
  entities,
  text('ten million columns', () => Buffer.alloc(10_000_000, ',')),
  text('twelve million quotes', () => Buffer.alloc(12_000_000, '"')),
  text('six million lines', () => Buffer.alloc(12_000_000, '1\n')),
  text('one cell of twelve million letters', () => Buffer.alloc(12_000_000, 'A')),
]
