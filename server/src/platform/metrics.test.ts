import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { mergeMetrics, openMetrics } from './metrics.ts'

const overIpc = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
const gatewayRegistry = () => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: 'gateway' })
  const registers = [registry]
  new Gauge({ name: 'up', help: 'Is up.', registers }).set(1)
  new Counter({ name: 'mqtt', help: 'Frames.', labelNames: ['kind'], registers }).inc({ kind: 'blk' }, 7)
  new Histogram({ name: 'ack', help: 'Seconds.', buckets: [1], registers }).observe(0.5)
  return registry
}

it('merges both processes into one text, each family once, the gateway with its label', async () => {
  const console_registry = new Registry()
  new Gauge({ name: 'up', help: 'Is up.', registers: [console_registry] }).set(1)
  const text = await mergeMetrics(
    await console_registry.getMetricsAsJSON(),
    overIpc(await gatewayRegistry().getMetricsAsJSON()),
  )
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# HELP up Is up.',
    '# TYPE up gauge',
    'up 1',
    'up{process="gateway"} 1',
    '# HELP mqtt Frames.',
    '# TYPE mqtt counter',
    'mqtt{kind="blk",process="gateway"} 7',
    '# HELP ack Seconds.',
    '# TYPE ack histogram',
    'ack_bucket{le="1",process="gateway"} 1',
    'ack_bucket{le="+Inf",process="gateway"} 1',
    'ack_sum{process="gateway"} 0.5',
    'ack_count{process="gateway"} 1',
  ])
})

it('omits none of the default metrics of Node, and replaces what the gateway sent before', async () => {
  const plain = new Registry()
  collectDefaultMetrics({ register: plain })
  const { registry, setGatewayMetrics } = openMetrics()
  const familiesOf = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(familiesOf(await registry.metrics())).toEqual(expect.arrayContaining(familiesOf(await plain.metrics())))
  for (const _ of [1, 2]) setGatewayMetrics(overIpc(await gatewayRegistry().getMetricsAsJSON()))
  expect((await registry.metrics()).match(/^mqtt\{.*$/gm)).toEqual(['mqtt{kind="blk",process="gateway"} 7'])
})
