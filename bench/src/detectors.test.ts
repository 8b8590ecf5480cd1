import { expect, it } from 'vitest'
import { scoreOf } from './detectors.ts'

const UNITS = [
  { mac: 'a', kind: 'strainer_blockage' },
  { mac: 'b', kind: 'strainer_blockage' },
  { mac: 'c', kind: 'cycling' },
  { mac: 'd', kind: null },
] as const
const detected = (macs: readonly string[], detector: 'low_flow' | 'short_cycling') =>
  macs.map((mac) => ({ mac, findings: [{ detector }] }))

it.each([
  ['all found, none wrong', ['a', 'b'], { precision_percent: 100, recall_percent: 100, wrong: [] }],
  ['one missed', ['a'], { precision_percent: 100, recall_percent: 50, wrong: [] }],
  [
    'two marked without reason',
    ['a', 'c', 'd'],
    { precision_percent: 33.3, recall_percent: 50, wrong: ['cycling', 'healthy'] },
  ],
  ['none marked', [], { precision_percent: 100, recall_percent: 0, wrong: [] }],
] as const)('a detector is held against what was planted: %s', (_, macs, score) => {
  expect(scoreOf('low_flow', UNITS, detected(macs, 'low_flow'))).toMatchObject({ planted: 2, ...score })
})

it('what another detector marks does not count', () => {
  expect(scoreOf('low_flow', UNITS, detected(['a', 'b'], 'short_cycling'))).toMatchObject({ marked: 0, hits: 0 })
})
