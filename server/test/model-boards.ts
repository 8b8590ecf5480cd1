import { pollBlocksOf } from '@heatfleet/contract/products/plan.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import type { Kysely } from 'kysely'
import { type Definition, type Fingerprint, fingerprintOf } from '../src/features/models/fingerprint.ts'
import type { Evidence } from '../src/features/models/match.ts'
import { insertVersion } from '../src/features/products/store-drafts.ts'
import type { Tables } from '../src/platform/tables.ts'

/** A temperature in tenths, and a setting of 15 to 60 °C. */
export const sensorAt = (address: number, changes: Partial<DataPoint> = {}): DataPoint =>
  pointAt(address, { unit: '°C', formulas: { read: 'raw*0.1', write: null, display: null }, ...changes })
export const settingAt = (address: number, changes: Partial<DataPoint> = {}): DataPoint =>
  sensorAt(address, { rw: 'rw', write_cmd: 6, min: 15, max: 60, ...changes })

export const pointAt = (address: number, changes: Partial<DataPoint> = {}): DataPoint =>
  DataPoint.parse({
    key: `p${changes.query_cmd ?? 3}_${address}`,
    names: { en: `Point ${address}`, zh: `点 ${address}`, pl: `Punkt ${address}` },
    address,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: null,
    rw: 'r',
    data_type: 's16',
    bit: null,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
    decimals: 1,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: '',
    tab: '',
    block: null,
    accumulate: false,
    alarm: false,
    in_history: true,
    level: 'user',
    ...changes,
  })

let next_layout = 1
const definitionOf = (
  product_key: string,
  points: readonly DataPoint[],
  access: Partial<Definition['access']> = {},
): Definition => {
  const full = { ...INITIAL_SETTINGS.access, ...access }
  return {
    product_key,
    name: product_key,
    english_name: product_key,
    layout_id: next_layout++,
    points,
    poll_blocks: pollBlocksOf(points, full),
    access: full,
  }
}

export const fingerprintFor = (...from: Parameters<typeof definitionOf>): Fingerprint => {
  const fingerprint = fingerprintOf(definitionOf(...from))
  if (fingerprint === null) throw new Error('the points do not compile')
  return fingerprint
}

/** A board of words by address: what has none is refused. */
export type TestBoard = Map<number, number>

/** A board that holds so much at each address of these points. */
export const boardOf = (points: readonly DataPoint[], wordAt: (address: number) => number): TestBoard =>
  new Map(
    points.flatMap(({ address, reg_len }) =>
      Array.from({ length: reg_len }, (_, at) => [address + at, wordAt(address)]),
    ),
  )

/** What it answers; registers between two of its own, up to the gap that plans read along, are there and hold nothing. */
export const readBoard = (board: TestBoard, fn: Evidence['fn'], start: number, quantity: number): Evidence => {
  const words = Array.from(
    { length: quantity },
    (_, at) => board.get(start + at) ?? (isBetween(board, start + at) ? 0 : null),
  )
  return words.every((word) => word !== null)
    ? { fn, start, quantity, answer: 'data', words }
    : { fn, start, quantity, answer: 'refused', exception: 2 }
}

const isBetween = (board: TestBoard, address: number): boolean => {
  const near = (step: number) =>
    Array.from({ length: INITIAL_SETTINGS.access.gap_max }, (_, at) => address + step * (at + 1))
  return near(1).some((other) => board.has(other)) && near(-1).some((other) => board.has(other))
}

/** Enters a product with these points, published. */
export const addModelProduct = async (
  db: Kysely<Tables>,
  product_key: string,
  listed: readonly DataPoint[],
  changes: { solution?: string; disabled?: boolean } = {},
): Promise<void> => {
  const { points, poll_blocks } = definitionOf(product_key, listed)
  await db
    .insertInto('products')
    .values({
      product_key,
      name: product_key,
      english_name: product_key,
      category: 'air-water',
      network_type: ['wifi', '4g'],
      state: 'published',
      ...changes,
    })
    .execute()
  const content = { points: [...points], settings: INITIAL_SETTINGS, poll_blocks: [...poll_blocks] }
  const by = { by: '', at: new Date(), note: '', added: 0, changed: 0, removed: 0 }
  await db.transaction().execute((tx) => insertVersion(tx, product_key, content, by))
}
