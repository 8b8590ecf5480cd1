import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { describe, expect, it } from 'vitest'
import { readProductFile } from './read-product-file.ts'

const text = (change: object) => JSON.stringify({ ...exampleProductFile, ...change })

describe('parsing a product file', () => {
  it('returns the product', () => {
    expect(readProductFile(text({}))).toEqual({ kind: 'product', file: exampleProductFile })
  })

  it.each(['', 'not json', '{"points":[', 'PK\u0003\u0004'])('rejects %j as not JSON', (content) => {
    expect(readProductFile(content)).toEqual({ kind: 'not-json' })
  })

  it.each([
    ['a list', '[]', [['', null, { rule: 'other' }]]],
    [
      'another form, whatever else is different',
      text({ heatfleet_product: 2, points: 'elsewhere' }),
      [['heatfleet_product', null, { rule: 'refused', code: 'product_file_form' }]],
    ],
    ['points that are none', text({ points: 'all' }), [['points', null, { rule: 'other' }]]],
    [
      'two wrong basics',
      text({ basics: { ...exampleProductFile.basics, bind_limit: 101, platforms: [] } }),
      [
        ['basics.platforms', null, { rule: 'refused', code: 'platform_required' }],
        ['basics.bind_limit', null, { rule: 'number_max', limit: 100 }],
      ],
    ],
    [
      'a point by its key',
      text({ points: [{ key: 't_out' }] }),
      expect.arrayContaining([['points.0.address', 't_out', { rule: 'required' }]]),
    ],
  ])('reports field and rule: %s', (_, content, faults) => {
    const read = readProductFile(content)
    if (read.kind !== 'faulty') throw new Error(`it was read as ${read.kind}`)
    expect(read.faults.map(({ at, point, broken }) => [at, point, broken])).toEqual(faults)
  })
})
