import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { ModelAction } from '@heatfleet/contract/models/models.ts'
import { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import { OPEN_MODEL_STATES } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import { type Board, randomOf, UNKNOWN_BOARDS, type UnknownBoard, unknownBoard, varied } from './board-variants.ts'
import { type Place, type Product, signIn, withProduct } from './product.ts'
import { productOfList, REGISTER_LISTS, UNLISTED } from './register-lists.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile } from './result.ts'

type DetectionSize = {
  /** Units of the known products, as many of each. */
  units: number
  /** Units with a board that no known list describes. */
  unknown: number
}

/** The product that every installation has, and that all units are imported as. */
const BUILT_IN = 'r290-monobloc'
const POLL_MS = 500
const READY_MAX_MS = 900_000
/** Units that one process of the simulator plays. */
const UNITS_A_PROCESS = 50

/** A unit under test: whose board its module is wired to; null = one that nobody knows. */
type Subject = { mac: string; secret_hex: string; of: string | null; kind: UnknownBoard | null; board: Board }

/**
 * Detection (spec 4, product 3.15): modules with the boards of the known register lists, and with others, are detected all
 * at the same time; each answer is compared with the board that is there.
 */
export const measureDetection = (size: DetectionSize, place: Place, say: (line: string) => void) =>
  withProduct(place, { HEATFLEET_DETECT_FIRST_LOGIN: '0' }, async (product) => {
    const { call } = await signIn(product.url, 'admin')
    for (const [product_key, file] of Object.entries(REGISTER_LISTS)) await productOfList(call, product_key, file, true)
    await productOfList(call, UNLISTED.product_key, UNLISTED.file, true)
    const unlisted = await boardOf(product.client, UNLISTED.product_key)
    await call(api.productDisable, { params: { product_key: UNLISTED.product_key }, body: { disabled: true } })
    const known = [BUILT_IN, ...Object.keys(REGISTER_LISTS)]
    const boards = new Map<string, Board>()
    for (const product_key of known) boards.set(product_key, await boardOf(product.client, product_key))
    const subjects = subjectsOf(size, boards, unlisted)
    await importAll(call, subjects)
    say(`${subjects.length} units of ${known.length} products are imported`)
    const simulators = startUnits(product, subjects)
    try {
      await untilOnline(product.client, subjects)
      say('all are online')
      const began = performance.now()
      const actions = await detectAll(call, subjects)
      const all_s = (performance.now() - began) / 1_000
      const figures = figuresOf(subjects, actions, known)
      say(figures.misses_by_reason)
      return {
        workload: 'detection',
        machine: await describeMachine(product.client),
        ...size,
        products: known.length,
        all_s: Number(all_s.toFixed(1)),
        ...figures,
        outcomes: outcomesOf(figures),
      }
    } finally {
      for (const simulator of simulators) simulator.kill('SIGTERM')
    }
  })

type Version = Pick<Board, 'points' | 'blocks'> & {
  access: { baud: Board['baud']; format: Board['fmt']; slave: number }
}

const boardOf = async (client: pg.Client, product_key: string): Promise<Board> => {
  const { rows } = await client.query<Version>(
    `select v.points, v.poll_blocks as blocks, v.settings -> 'access' as access
     from products p join product_versions v using (layout_id) where p.product_key = $1`,
    [product_key],
  )
  const [version] = rows
  if (version === undefined) throw new Error(`${product_key} is not published`)
  const { points, blocks, access } = version
  return {
    points,
    blocks: blocks.map(({ slave, fn, start, quantity }) => ({ slave, fn, start, quantity })),
    baud: access.baud,
    fmt: access.format,
    slave: access.slave,
    board: 'answers',
  }
}

const subjectsOf = (
  { units, unknown }: DetectionSize,
  boards: ReadonlyMap<string, Board>,
  unlisted: Board,
): Subject[] => {
  const known = [...boards]
  const one = (at: number): [string, Board] => known[at % known.length] ?? ['', unlisted]
  const identity = (at: number) => ({
    mac: `02de7ec7${at.toString(16).padStart(4, '0')}`,
    secret_hex: randomBytes(32).toString('hex'),
  })
  return [
    ...Array.from({ length: units }, (_, at): Subject => {
      const [of, board] = one(at)
      return { ...identity(at), of, kind: null, board: varied(board, randomOf(at + 1)) }
    }),
    ...Array.from({ length: unknown }, (_, at): Subject => {
      const kind = UNKNOWN_BOARDS[at % UNKNOWN_BOARDS.length] ?? 'silent'
      // Each kind of another list each time.
      const [, board] = one(Math.floor(at / UNKNOWN_BOARDS.length) + at)
      const random = randomOf(10_000 + at)
      return { ...identity(units + at), of: null, kind, board: unknownBoard(kind, board, unlisted, random) }
    }),
  ]
}

const importAll = async (call: Call, subjects: readonly Subject[]): Promise<void> => {
  const rows = subjects.map(({ mac, secret_hex }) => ({ mac, secret: secret_hex }))
  const { import_id: id } = await call(api.importCheck, { body: { product_key: BUILT_IN, rows } })
  await call(api.importStart, { params: { id } })
  for (;;) {
    const { state, imported } = await call(api.importInfo, { params: { id } })
    if (state === 'done' && imported === subjects.length) return
    if (state !== 'queued' && state !== 'running') throw new Error(`${imported} units came in: ${state}`)
    await pause(POLL_MS)
  }
}

/** Plays the units in processes of the simulator, which speak the real device protocol. */
const startUnits = ({ mqtt_port }: Product, subjects: readonly Subject[]): ChildProcess[] => {
  const file = join(import.meta.dirname, '..', '..', 'simulator', 'src', 'virtual-main.ts')
  const groups = Array.from({ length: Math.ceil(subjects.length / UNITS_A_PROCESS) }, (_, at) =>
    subjects.slice(at * UNITS_A_PROCESS, (at + 1) * UNITS_A_PROCESS),
  )
  return groups.map((group) => {
    const child = fork(file, [], { execArgv: [] })
    const units = group.map(({ mac, secret_hex, board }) => ({
      did: mac,
      secret_hex,
      data_type: 'registers',
      ...board,
    }))
    child.send(VirtualFleet.parse({ url: `mqtt://127.0.0.1:${mqtt_port}`, units }))
    return child
  })
}

const untilOnline = async (client: pg.Client, subjects: readonly Subject[]): Promise<void> => {
  for (let waited_ms = 0; waited_ms < READY_MAX_MS; waited_ms += POLL_MS) {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from device_status join devices using (device_id) where online and generic and mac = any($1)',
      [subjects.map(({ mac }) => mac)],
    )
    if (rows[0]?.n === subjects.length) return
    await pause(POLL_MS)
  }
  throw new Error('not all units came online')
}

const isOpen = ({ state }: ModelAction): boolean => OPEN_MODEL_STATES.some((open) => open === state)

const detectAll = async (call: Call, subjects: readonly Subject[]): Promise<Map<string, ModelAction>> => {
  const macs = subjects.map(({ mac }) => mac)
  const { batch_id, list } = await call(api.modelBatch, { body: { kind: 'detect', macs } })
  const refused = list.find(({ result }) => result !== 'ok')
  if (refused !== undefined) throw new Error(`a detection was refused: ${refused.result}`)
  for (;;) {
    await pause(POLL_MS)
    const actions = (await call(api.modelBatchInfo, { query: { batch_id } })).list.flatMap(({ action }) => action ?? [])
    if (!actions.some(isOpen)) return new Map(actions.map((action) => [action.mac, action]))
  }
}

type Ended = Subject & { action: ModelAction; seconds: number }

const figuresOf = (
  subjects: readonly Subject[],
  actions: ReadonlyMap<string, ModelAction>,
  known: readonly string[],
) => {
  const ended = subjects.map((subject): Ended => {
    const action = actions.get(subject.mac)
    if (action?.sent_at == null || action.finished_at === null) throw new Error(`${subject.mac} has no end`)
    return { ...subject, action, seconds: (Date.parse(action.finished_at) - Date.parse(action.sent_at)) / 1_000 }
  })
  const isHit = ({ of, action }: Ended) => action.state === 'recognized' && action.to_pk === of
  const isWrong = ({ of, action }: Ended) => action.state === 'recognized' && action.to_pk !== of
  const of_known = ended.filter(({ of }) => of !== null)
  const of_unknown = ended.filter(({ of }) => of === null)
  const misses = of_known.filter((one) => !isHit(one) && !isWrong(one))
  const hits = of_known.filter(isHit).length
  const summary = (of: readonly Ended[]) => {
    const took = of.map(({ seconds }) => seconds)
    return {
      p50: percentile(took, 50),
      p95: percentile(took, 95),
      max: Math.max(...took),
    }
  }
  return {
    hits,
    misses: misses.length,
    wrong: ended.filter(isWrong).length,
    hit_percent: (100 * hits) / of_known.length,
    failed: ended.filter(({ action }) => action.state === 'failed').length,
    unknown_unrecognized: of_unknown.filter(({ action }) => action.state === 'unrecognized').length,
    without_evidence: of_unknown.filter(({ action }) => (action.evidence?.probes.length ?? 0) === 0).length,
    seconds_known: summary(of_known),
    seconds_unknown: summary(of_unknown),
    by_product: Object.fromEntries(known.map((key) => [key, reasonsOf(of_known.filter(({ of }) => of === key))])),
    by_unknown: Object.fromEntries(
      UNKNOWN_BOARDS.map((kind) => [kind, reasonsOf(of_unknown.filter((one) => one.kind === kind))]),
    ),
    misses_by_reason: `misses: ${reasonsOf(misses)}; wrong: ${wrongOf(ended.filter(isWrong))}`,
  }
}

/** `22 matched`, `20 matched, 2 too_close`. */
const reasonsOf = (ended: readonly Ended[]): string => {
  const counts = new Map<string, number>()
  for (const { action } of ended) {
    const text = `${action.reason ?? 'none'}${action.state === 'recognized' ? ` as ${action.to_pk}` : ''}`
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ') || 'none'
}
const wrongOf = (wrong: readonly Ended[]): string =>
  wrong.map(({ of, kind, action }) => `${of ?? kind} as ${action.to_pk}`).join(', ') || 'none'

type Figures = Pick<
  ReturnType<typeof figuresOf>,
  'wrong' | 'hit_percent' | 'failed' | 'without_evidence' | 'seconds_known' | 'seconds_unknown'
>

/** A list of few registers without limits proves too little, whatever the board: of the eight one is. */
const outcomesOf = (f: Figures): Outcome[] => [
  atMost('boards recognised as another', f.wrong, 0),
  atLeast('boards of known lists that are recognised, percent', f.hit_percent, 85),
  atMost('detections that failed', f.failed, 0),
  atMost('unknown boards without evidence', f.without_evidence, 0),
  atMost('longest detection, seconds', Math.max(f.seconds_known.max, f.seconds_unknown.max), 60),
]
