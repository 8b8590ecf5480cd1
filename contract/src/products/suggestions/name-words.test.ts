import { describe, expect, it } from 'vitest'
import { nameWords } from './name-words.ts'

describe('the words of a name', () => {
  it.each([
    ['HP1_T_Flow', 'hp1 t flow'],
    ['HP1_CompressorRating', 'hp1 compressor rating'],
    ['Außentemperatur', 'aussentemperatur'],
    ['Wärmepumpen Vorlauftemperatur', 'warmepumpen vorlauftemperatur'],
    ['Przepływ wody', 'przeplyw wody'],
    ['Temp. batería exterior (T3)', 'temp bateria exterior t3'],
    ['出水温度 T2', '出水温度 t2'],
    ['COMP.RPM', 'comp rpm'],
    ['4-way valve', '4 way valve'],
    ['ΔT Heizen', 'delta t heizen'],
    ['  ', ''],
  ])('“%s” is “%s”', (name, words) => {
    expect(nameWords(name)).toBe(words)
  })
})
