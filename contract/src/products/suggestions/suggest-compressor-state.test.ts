import { describe, expect, it } from 'vitest'
import { type ExampleLine, examplePoints } from './example-list.ts'
import { suggestTags } from './suggest-tags.ts'

const sureOf = (...lines: ExampleLine[]) => {
  const points = examplePoints(...lines)
  return suggestTags(points)
    .filter(({ certainty }) => certainty === 'sure')
    .map(({ key, tag }) => [tag, points.find((point) => point.key === key)?.names.en])
}
const bit = (name: string): ExampleLine => ({ name, data_type: 'bit', bit: 0 })
const register = (name: string, more: Partial<ExampleLine> = {}): ExampleLine => ({ name, data_type: 'u16', ...more })
const celsius = (name: string): ExampleLine => ({ name, unit: '°C' })

describe('whether the compressor runs', () => {
  it.each<[string, ExampleLine]>([
    ['a bit', bit('Compressor')],
    ['a bit in German', bit('Verdichter 1')],
    ['a bit in Chinese', bit('压缩机运行')],
    ['a bit in Polish', bit('Praca sprężarki')],
    ['the low byte of a register', register('Verdichter 1', { data_type: 'u8_low' })],
    ['a register whose name says so', register('Compressor running')],
    ['a bit of a unit', bit('HP 1 compressor')],
  ])('is %s', (_, line) => {
    expect(sureOf(line)).toEqual([['comp_on', line.name]])
  })

  it('is said by the first of several', () => {
    expect(sureOf(bit('COMPRESSOR 1'), bit('COMPRESSOR 2'), bit('COMPRESSOR 3'))).toEqual([['comp_on', 'COMPRESSOR 1']])
  })

  it.each([
    'Compressor oil return',
    'Compressor preheating',
    'Compressor starts',
    'Compressor blocked',
    'Verdichter Störung',
    'Verdichter Ölheizung',
    'Booster A Verdichter',
    'Sprężarka blokada',
    '压缩机曲轴加热',
    '压缩机故障',
  ])('is not said by %s', (name) => {
    expect(sureOf(bit(name)).filter(([tag]) => tag === 'comp_on')).toEqual([])
  })

  it('is open where a register may have many states', () => {
    expect(sureOf(register('Compressor state'), register('Compressor'))).toEqual([])
  })
})

describe('lines of the heat pump beside those of the plant', () => {
  it('have the tag where they say the same, and that they are of the heat pump', () => {
    expect(
      sureOf(celsius('FLOW TEMPERATURE'), celsius('FLOW TEMPERATURE HP'), celsius('RETURN TEMPERATURE')),
    ).toContainEqual(['t_out', 'FLOW TEMPERATURE HP'])
  })

  it('are records of several units although one leaves out what its unit says', () => {
    const gas = 'HOT GAS TEMPERATURE'
    expect(sureOf(celsius(gas), celsius(gas), celsius(gas), celsius('HOT GAS'))).toEqual([['t_discharge', gas]])
  })
})
