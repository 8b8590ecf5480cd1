import { expect, it } from 'vitest'
import { mergeMetrics } from './metrics.ts'

it('metrics of both processes form one text, a family once, the gateway marked', () => {
  const ours =
    '# HELP up Is up.\n# TYPE up gauge\nup 1\n# HELP calls Calls.\n# TYPE calls counter\ncalls{code="200"} 5\n'
  const theirs =
    '# HELP up Is up.\n# TYPE up gauge\nup 1\n\n# HELP mqtt Frames.\n# TYPE mqtt counter\nmqtt{kind="blk"} 7\n'
  expect(mergeMetrics(ours, theirs)).toBe(
    [
      '# HELP up Is up.',
      '# TYPE up gauge',
      'up 1',
      'up{process="gateway"} 1',
      '# HELP calls Calls.',
      '# TYPE calls counter',
      'calls{code="200"} 5',
      '# HELP mqtt Frames.',
      '# TYPE mqtt counter',
      'mqtt{kind="blk",process="gateway"} 7',
      '',
    ].join('\n'),
  )
})
