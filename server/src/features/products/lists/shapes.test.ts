import type { ListReading } from '@heatfleet/contract/products/import.ts'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { validateSheet } from '../import-validation.ts'
import { lookAtList } from './look-at-list.ts'
import { readGrids } from './read-grids.ts'

const read = async (file: string | Uint8Array, part: Partial<ListReading> = {}) => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const reading = { tables: null, titles: {}, answers: {}, constants: {}, ...part }
  const look = lookAtList(await readGrids(bytes), reading)
  const options = { mapping: look.mapping, fixes: [], left_out: [], mode: 'merge' as const, reading }
  return { look, ...validateSheet(await readGrids(bytes), options, []) }
}
type Read = Awaited<ReturnType<typeof read>>

/** Rows as `address table type × scale unit min..max access`, or what is wrong. */
const shown = ({ rows }: Read): string[] =>
  rows.map(({ verdict, address, read: point, problems }) => {
    if (verdict === 'left_out') return `left out: ${problems[0]?.problem}`
    if (point === null) return `refused: ${problems.find(({ severity }) => severity === 'error')?.text}`
    const { fn, type, scale, unit, min, max, access } = point
    const limits = min === null && max === null ? '' : `${min ?? ''}..${max ?? ''}`
    return [address, `fn${fn}`, type, scale === 1 ? '' : `× ${scale}`, unit, limits, access]
      .filter((one) => one !== '')
      .join(' ')
  })
const asked = ({ questions }: Read): string[] => questions.map(({ id }) => id)
const lines = (...rows: string[]): string => rows.join('\n')

describe('what a list leaves open', () => {
  const plain = lines(
    'Register;Bezeichnung;Datentyp;Faktor;Einheit',
    '101;Vorlauf;int16;10;°C',
    '102;Leistung;uint16;1;W',
  )

  it('is asked once, and its rows are refused until it is answered', async () => {
    const first = await read(plain)
    expect(asked(first)).toEqual(['base', 'fn', 'scale:Faktor'])
    expect(first.set).toEqual([])
    expect(first.questions.map(({ rows }) => rows)).toEqual([2, 2, 1])
  })

  it('is worked out both ways on a row of the list', async () => {
    const { questions } = await read(plain)
    expect(questions.find(({ id }) => id === 'scale:Faktor')).toMatchObject({
      example: { place: '2', name: 'Vorlauf' },
      options: [
        { value: 'multiply', result: '235 → 2350 °C' },
        { value: 'divide', result: '235 → 23.5 °C' },
      ],
    })
    expect(questions.find(({ id }) => id === 'base')?.options).toEqual([
      { value: '0', result: '101' },
      { value: '1', result: '100' },
    ])
  })

  it.each<[Record<string, string>, string[]]>([
    [{ base: '1', fn: '4', 'scale:Faktor': 'divide' }, ['100 fn4 s16 × 0.1 °C r', '101 fn4 u16 W r']],
    [{ base: '0', fn: '3', 'scale:Faktor': 'multiply' }, ['101 fn3 s16 × 10 °C r', '102 fn3 u16 W r']],
  ])('is taken as answered: %j', async (answers, expected) => {
    const answered = await read(plain, { answers })
    expect(shown(answered)).toEqual(expected)
    expect(answered.questions.map(({ answer }) => answer)).toEqual(Object.values(answers))
  })

  it('an answer that is none of its options counts as none', async () =>
    expect((await read(plain, { answers: { base: '7', fn: 'x' } })).set).toEqual([]))

  it.each<[string, string, string[]]>([
    [
      'a type by its maker’s codes',
      lines('Address;Name;Data type', '0;A;2', '1;B;6', '2;C;2'),
      ['fn', 'type:2', 'type:6'],
    ],
    ['eight bits of a register', lines('Address;Name;Type;Table', '0;A;u8;holding'), ['type:u8']],
    ['the order of two words', lines('Address;Name;Type;Table', '0;A;float;holding'), ['order']],
    ['addresses with their table in front', lines('Address;Name;Type', '40001;A;u16', '40002;B;u16'), ['base']],
    ['whether limits are raw', lines('Address;Name;Type;Scale;Min;Max;Table', '0;A;s16;0.1;2;9;holding'), ['limits']],
    ['the sign where no type is told', lines('Address;Name;Unit;Table', '0;A;°C;input'), ['sign']],
  ])('%s', async (_, list, expected) => expect(asked(await read(list))).toEqual(expected))

  it('is not asked where the list tells it', async () => {
    const list = lines(
      'Address (0-based);Name;Type;Divisor;Register type',
      '10;Flow;s16;10;Input register',
      '11;On;u8 low;;holding',
    )
    expect(shown(await read(list))).toEqual(['10 fn4 s16 × 0.1 r', '11 fn3 u8_low r'])
  })
})

describe('the shape of a list', () => {
  it.each<[string, string, Partial<ListReading>, string[]]>([
    [
      'titles far down below prose, comment lines between rows',
      lines(
        'Heat pump X,,,',
        'Baud rate 9600,,,',
        '# Draft,,,',
        'Addr,Description,Type,Unit',
        '0,Flow,S16,0.1 °C',
        '# pumps,,,',
        '1,Pump,U16,',
      ),
      { constants: { fn: 'input' } },
      ['0 fn4 s16 × 0.1 °C r', 'left out: row_empty', '1 fn4 u16 r'],
    ],
    [
      'areas in the address, an example sentence for the factor',
      lines(
        'Address of register\tData type\tData content\tDescription',
        '3X0000\tU16\tCount\tSince 3X0000',
        '3X0042\tS16\tInlet\tFor example: 123 means 12.3 degree celsius',
        '4X2100\tU16\tMode\t1: Cool\u00b72: Heat',
      ),
      {},
      ['0 fn4 u16 r', '42 fn4 s16 × 0.1 °C r', '2100 fn3 u16 r'],
    ],
    [
      'titles in two lines',
      lines('Register;;Data;;Limits;', 'No;Name;Type;Unit;Min;Max', '0;Flow;s16;°C;5;60'),
      { constants: { fn: '3' } },
      ['0 fn3 s16 °C 5..60 r'],
    ],
    [
      'sections that name the table',
      lines('Address;Name;Type', 'Input registers;;', '0;Flow;s16', 'Coils;;', '0;Pump;bool'),
      {},
      ['0 fn4 s16 r', '0 fn1 bit r'],
    ],
    [
      'bits listed below their register',
      lines('Address;Bit;Name;Table', '7;0;Fault A;holding', ';1;Fault B;holding', '0;3;Fault C;holding'),
      {},
      ['7 fn3 bit r', '7 fn3 bit r', '0 fn3 bit r'],
    ],
    [
      'units that slipped into another column',
      lines('Address;Name;Type;Min;Max;Unit;Function', '0;A;s16;;;0,1 °C;03', '1;B;s16;;0,1 °C;;03'),
      {},
      ['0 fn3 s16 × 0.1 °C r', '1 fn3 s16 × 0.1 °C r'],
    ],
    [
      'limits told raw beside °C',
      lines(
        'Address;Name;Type;Gain;Min;Max;Unit;Function',
        '0;Set;s16;0.1;150;650;°C;03',
        '1;Set 2;s16;0.1;200;700;°C;03',
      ),
      {},
      ['0 fn3 s16 × 0.1 °C 15..65 r', '1 fn3 s16 × 0.1 °C 20..70 r'],
    ],
    [
      'functions that also write',
      lines('Address;Name;Type;Function code', '0;Set;s16;03/06/16', '1;Flow;s16;04'),
      {},
      ['0 fn3 s16 rw', '1 fn4 s16 r'],
    ],
  ])('%s', async (_, list, part, expected) => expect(shown(await read(list, part))).toEqual(expected))

  it('a document with tables of registers, of wiring and of bits takes the registers alone', async () => {
    const document = lines(
      '# Gateway',
      'All addresses are 0-based.',
      '',
      '| Item | Value |',
      '|---|---|',
      '| Baud | 9600 |',
      '',
      '## Input registers (function 0x04)',
      '| Dir | Tipo | Escala | Qué es |',
      '|---|---|---|---|',
      '| 40 | S16 | ÷10 | **Agua** (°C) |',
      '| 90–91 | U16 | bits | Errores |',
      '| ~~95~~ | U16 | — | Viejo |',
      '',
      '## Holding registers (R/W)',
      '| Dir | Tipo | Qué hace |',
      '|---|---|---|',
      '| 100 | U16 | Modo |',
    )
    const found = await read(document)
    expect(found.look.tables.map(({ chosen, header_row }) => (chosen ? header_row : 0))).toEqual([0, 9, 16])
    expect(shown(found)).toEqual([
      '40 fn4 s16 × 0.1 °C r',
      '90 fn4 u16 r',
      '91 fn4 u16 r',
      'left out: struck_out',
      '100 fn3 u16 rw',
    ])
    expect(found.rows.map(({ place }) => place)).toEqual(['11', '12 (1)', '12 (2)', '13', '18'])
  })

  it('two maps of the same registers in one file: one is taken', async () => {
    const map = (name: string) => [
      `# ${name}`,
      '| Address | Name | Type | Function |',
      '|---|---|---|---|',
      '| 0 | A | u16 | 3 |',
      '| 1 | B | u16 | 3 |',
      '',
    ]
    const document = lines(...map('Before 2016'), ...map('From 2016'))
    expect(asked(await read(document))).toEqual(['map'])
    expect(shown(await read(document, { answers: { map: 'From 2016' } }))).toEqual(['0 fn3 u16 r', '1 fn3 u16 r'])
  })

  it('two columns of addresses that differ by one count from 0', async () => {
    const list = lines('Register,Address,Description,Type,Function', '1001,1000,Run,u16,3', '1002,1001,Mode,u16,3')
    expect(shown(await read(list))).toEqual(['1000 fn3 u16 r', '1001 fn3 u16 r'])
  })

  it('several sheets of one book are one list', async () => {
    const sheet = (name: string, address: number) => ({
      name,
      rows: [
        ['Modbus Address', 'Parameter Name', 'Data Type', 'Access'],
        [address, `${name} 1`, 'S16', 'RO'],
      ],
    })
    const bytes = await writeXlsx({ sheets: [sheet('Input registers', 0), sheet('Holding registers', 5)] })
    const found = await read(bytes)
    expect(shown(found)).toEqual(['0 fn4 s16 r', '5 fn3 s16 r'])
    expect(found.rows.map(({ place }) => place)).toEqual(['Input registers 2', 'Holding registers 2'])
  })
})

describe('what contradicts itself', () => {
  it.each<[string, string, string]>([
    ['two factors', lines('Address;Name;Type;Scale;Unit;Function', '0;A;s16;0.01;0.1 °C;3'), 'number_wrong'],
    ['a length of two for 16 bits', lines('Address;Name;Type;Length;Function', '0;A;u16;2;3'), 'length_differs'],
    [
      'a lone name that holds others',
      lines('Address;Name;Type;Enum;Function', '0;A;u16;0: 1: off, on;3'),
      'enum_wrong',
    ],
    ['a type that no point has', lines('Address;Name;Type;Function', '0;A;datetime;3'), 'type_unknown'],
  ])('%s is refused at its cell', async (_, list, problem) => {
    const { rows } = await read(list)
    expect(rows.map(({ verdict, problems }) => `${verdict} ${problems.map((one) => one.problem).join()}`)).toEqual([
      `error ${problem}`,
    ])
    expect(rows[0]?.problems[0]?.field).not.toBeNull()
  })

  it('a default beyond its limits is said, limits beyond the type too', async () => {
    const list = lines('Address;Name;Type;Min;Max;Default;Function', '0;A;u16;0;10;99;3', '1;B;u16;0;100000;5;3')
    expect((await read(list)).rows.map(({ problems }) => problems.map(({ problem }) => problem).join())).toEqual([
      'default_beyond_limits',
      'limits_beyond_type',
    ])
  })
})
