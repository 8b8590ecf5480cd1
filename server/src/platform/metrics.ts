import { collectDefaultMetrics, Registry } from 'prom-client'
import { tellLoopDelay } from './loop-delay.ts'

/** The registry of the console process; its text carries that of the gateway too. */
export type Metrics = { registry: Registry; mergeGateway: (text: string) => void }

/** Opens the registry with Node's own figures. What the gateway last told is appended, under its own names or labels. */
export const openMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  tellLoopDelay(registry)
  let gateway_text = ''
  const ownMetrics = registry.metrics.bind(registry)
  registry.metrics = async () => mergeMetrics(await ownMetrics(), gateway_text)
  return {
    registry,
    mergeGateway: (text) => {
      gateway_text = text
    },
  }
}

type Family = { head: string[]; samples: string[] }

/**
 * Joins the Prometheus text of both processes. Samples of the gateway are marked `process="gateway"`, so that a family
 * both have (Node's own) stays one family with two series, as the format demands.
 */
export const mergeMetrics = (console_text: string, gateway_text: string): string => {
  const families = new Map<string, Family>()
  readFamilies(console_text, families, (sample) => sample)
  readFamilies(gateway_text, families, markAsGateway)
  return [...families.values()]
    .flatMap(({ head, samples }) => [...head, ...samples])
    .join('\n')
    .concat('\n')
}

const readFamilies = (text: string, families: Map<string, Family>, mark: (sample: string) => string): void => {
  let family: Family = { head: [], samples: [] }
  let is_new = false
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const named = /^# (?:HELP|TYPE) (\S+)/.exec(line)
    if (named === null) {
      family.samples.push(mark(line))
      continue
    }
    const name = named[1] ?? ''
    const found = families.get(name)
    if (found === undefined) {
      family = { head: [], samples: [] }
      is_new = true
      families.set(name, family)
    } else if (found !== family) {
      family = found
      is_new = false
    }
    if (is_new) family.head.push(line)
  }
}

const markAsGateway = (sample: string): string =>
  sample.replace(/^(\w+)(?:\{(.*?)\})? /, (_, name: string, labels: string | undefined) =>
    labels === undefined || labels === '' ? `${name}{process="gateway"} ` : `${name}{${labels},process="gateway"} `,
  )
