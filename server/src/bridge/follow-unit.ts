import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { DATA_RECIPIENT_KEY, type ResultOf } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { dataRecipient } from '@heatfleet/contract/owner-data/data-recipient.ts'
import type { Clock } from '../platform/clock.ts'
import { type Entity, entitiesOf, type Naming, unitStatusTopic } from './entities.ts'
import type { Publisher } from './publisher.ts'

type Deps = {
  clock: Clock
  publisher: Publisher
  signal: AbortSignal
  print: (line: string) => void
  /** Whether the unit is this token's: two tokens of one unit would publish it twice. */
  take: (device_id: string) => boolean
  /** The token was answered: the unit it opens, or null. */
  settle: (device_id: string | null) => void
}
type Latest = ResultOf<typeof dataRecipient.recipientLatest>
type Unit = { device_id: string; entities: Entity[]; fingerprint: string; read_ms: number }

/** A product of a new version is read about so often; what was withheld is noticed with the next report. */
const METADATA_EVERY_MS = 3_600_000
/** Waits between failed calls: doubled each time. */
const RETRY = { first_ms: 1_000, max_ms: 60_000 } as const
/** A token that was refused is tried so often: the grants of an owner whose account is disabled rest. */
const REFUSED_EVERY_MS = 900_000

/** Keeps one unit published until `signal` is aborted. */
export const followUnit = async (
  of: { url: string; token: string; naming: Naming; silent_ms: number },
  deps: Deps,
): Promise<void> => {
  const { clock, publisher, signal, print } = deps
  const call = createClient({ base_url: of.url.replace(/\/$/, ''), key: DATA_RECIPIENT_KEY, token: () => of.token })
  let unit: Unit | null = null
  let cursor: string | null = null
  let newest_ms = 0
  let failures = 0

  const showStatus = (): void => {
    if (unit === null) return
    const is_silent = clock.now() - newest_ms > of.silent_ms
    publisher.publish(unitStatusTopic(of.naming, unit.device_id), is_silent ? 'offline' : 'online')
  }
  const remove = (): void => {
    if (unit === null) return
    publisher.remove([
      ...unit.entities.flatMap(({ config_topic, state_topic }) => [config_topic, state_topic]),
      unitStatusTopic(of.naming, unit.device_id),
    ])
    unit = null
  }
  const readUnit = async (): Promise<boolean> => {
    const next = await publishUnit(call, of.naming, unit, deps)
    if (next === null) return false
    if (unit === null) print(`${next.device_id} is published with ${next.entities.length} entities`)
    unit = next
    return true
  }
  const step = async (): Promise<boolean> => {
    if ((unit === null || clock.now() - unit.read_ms >= METADATA_EVERY_MS) && !(await readUnit())) return false
    const query = cursor === null ? {} : { after: cursor, wait_s: LIMITS.data_wait_max_s }
    const latest = await call(dataRecipient.recipientLatest, { query }, signal)
    if (unit !== null && fingerprintOf(latest, unit.entities) !== unit.fingerprint) await readUnit()
    cursor = latest.cursor
    newest_ms = latest.time === null ? 0 : Date.parse(latest.time)
    if (unit !== null) publishValues(publisher, unit.entities, latest)
    showStatus()
    deps.settle(latest.device_id)
    return true
  }

  while (!signal.aborted) {
    try {
      if (!(await step())) return
      if (failures > 0) print('the product answers again')
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Refusal && error.code === 'invalid_token') {
        print(unit === null ? 'the token opens no unit' : 'the consent ended: the unit is removed')
        remove()
        cursor = null
        deps.settle(null)
        await pause(clock, REFUSED_EVERY_MS, signal)
        continue
      }
      if (failures === 0) print(`no answer of the product, which is tried again: ${describe(error)}`)
      showStatus()
      await pause(clock, Math.min(RETRY.first_ms * 2 ** Math.min(failures, 10), RETRY.max_ms), signal)
      failures += 1
    }
  }
}

/** Reads what the unit has and publishes it; entities that it has no more are removed. Null = another token publishes the unit. */
const publishUnit = async (
  call: Call,
  naming: Naming,
  before: Unit | null,
  { clock, publisher, signal, print, take, settle }: Deps,
): Promise<Unit | null> => {
  const metadata = await call(dataRecipient.recipientMetadata, {}, signal)
  const { device_id } = metadata
  if (!take(device_id)) {
    print(`${device_id} is published by another token`)
    settle(device_id)
    return null
  }
  const entities = entitiesOf(metadata, naming)
  const topics = new Set(entities.map(({ config_topic }) => config_topic))
  const gone = before?.entities.filter(({ config_topic }) => !topics.has(config_topic)) ?? []
  publisher.remove(gone.flatMap(({ config_topic, state_topic }) => [config_topic, state_topic]))
  for (const { config_topic, config } of entities) publisher.publish(config_topic, JSON.stringify(config))
  const fingerprint = fingerprintOf({ values: [], withheld: metadata.withheld }, entities)
  return { device_id, entities, fingerprint, read_ms: clock.now() }
}

/** Changes when an answer has a value without an entity, or when other points are withheld than before. */
const fingerprintOf = (
  { values, withheld }: Pick<Latest, 'values' | 'withheld'>,
  entities: readonly Entity[],
): string => {
  const known = new Set(entities.map(({ key }) => key))
  return [...withheld.map(({ key }) => `-${key}`), ...values.flatMap(({ key }) => (known.has(key) ? [] : [key]))]
    .toSorted((a, b) => a.localeCompare(b))
    .join()
}

const publishValues = (publisher: Publisher, entities: readonly Entity[], { values }: Latest): void => {
  const byKey = new Map(values.map(({ key, value }) => [key, value]))
  for (const { key, state_topic, textOf } of entities) {
    const value = byKey.get(key)
    if (value !== undefined) publisher.publish(state_topic, textOf(value))
  }
}

const describe = (error: unknown): string =>
  error instanceof Refusal ? error.code : error instanceof Error ? error.message : 'unknown'

/** Ends early when `signal` is aborted. */
const pause = (clock: Clock, delay_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const stop = clock.after(delay_ms, end)
    signal.addEventListener('abort', end, { once: true })
  })
