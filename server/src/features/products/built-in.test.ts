import { describe, expect, it } from 'vitest'
import { readBuiltInProduct } from './built-in.ts'
import { isTranslated } from './built-in-texts.ts'

describe('the built-in product', () => {
  const product = readBuiltInProduct()
  const at = (key: string) => product.points.find((point) => point.key === key)

  it('has 105 points with keys of their own', () => {
    expect(new Set(product.points.map(({ key }) => key)).size).toBe(105)
  })

  it.each([
    ['t_in', { address: 14, data_type: 's16', decimals: 1, invalid: [32_767], rw: 'r' }],
    ['sp_dhw', { address: 202, min: 10, max: 55, step: 0.5, write_cmd: 6, level: 'user' }],
    ['df_period', { rw: 'rw', level: 'installer' }],
    ['p_el', { data_type: 'calc', block: null, decimals: 0 }],
    ['f07', { alarm: true, bit: 0, address: 8 }],
    ['e_in_heat', { reg_len: 2, accumulate: true, data_type: 'u32_be' }],
  ])('reads %s as the register map says', (key, expected) => {
    expect(at(key)).toMatchObject(expected)
  })

  it('polls every register of every point within the block it names', () => {
    for (const point of product.points.filter(({ data_type }) => data_type !== 'calc')) {
      const block = product.poll_blocks.find(({ name }) => name === point.block)
      expect(block, point.key).toBeDefined()
      if (block === undefined) continue
      expect(point.address, point.key).toBeGreaterThanOrEqual(block.start)
      expect(point.address + point.reg_len, point.key).toBeLessThanOrEqual(block.start + block.quantity)
    }
  })

  it('names every value in Chinese and Polish', () => {
    const names = product.points.flatMap(({ choices }) => choices.map((choice) => choice.names.en))
    expect(names.filter((name) => !isTranslated(name))).toEqual([])
  })
})
