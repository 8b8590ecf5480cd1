import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { boardOf, fingerprintFor, readBoard, sensorAt, settingAt, type TestBoard } from '../../../test/model-boards.ts'
import { type Ask, type Asked, detect } from './detect.ts'

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
const ALPHA = [...range(0, 20).map((at) => sensorAt(at)), ...range(100, 20).map((at) => settingAt(at))]
const BETA = range(300, 30).map((at) => settingAt(at))
const alpha = fingerprintFor('alpha', ALPHA, { baud: 19_200, format: '8N2', slave: 1 })
const beta = fingerprintFor('beta', BETA, { baud: 9_600, format: '8N1', slave: 16 })
const LISTS = [alpha, beta]
const BUS = { baud: 19_200, fmt: '8N2', a: 1 } as const

/** A module at a board; `took` = ms of each command by its kind. */
const moduleAt = (
  board: TestBoard,
  changes: { bus?: typeof BUS | null; took?: number; ack?: (asked: Asked) => Partial<AckMessage> | null } = {},
) => {
  const { bus = BUS, took = 100, ack } = changes
  const asked: Asked[] = []
  let now_ms = 0
  const ask: Ask = async (command, timeout_ms) => {
    asked.push(command)
    now_ms += Math.min(took, timeout_ms)
    const own = ack?.(command)
    if (own === null || took > timeout_ms) return null
    const answer = command.op === 'recog' ? recognise(command) : read(command)
    return { id: 'm-1-1', ...answer, ...own }
  }
  const recognise = ({ try: probes }: Extract<Asked, { op: 'recog' }>): Omit<AckMessage, 'id'> => {
    const i = probes.findIndex(
      ({ baud, fmt, a, f, s, q }) =>
        bus !== null &&
        baud === bus.baud &&
        fmt === bus.fmt &&
        a === bus.a &&
        readBoard(board, f, s, q).answer === 'data',
    )
    return i < 0 ? { st: 'timeout' } : { st: 'ok', i, raw: ['012c'] }
  }
  const read = ({ f, s, q }: Extract<Asked, { op: 'read' }>): Omit<AckMessage, 'id'> => {
    const found = readBoard(board, f, s, q)
    if (found.answer === 'data') return { st: 'ok', rb: [...found.words] }
    return found.answer === 'refused' ? { st: 'exc', ec: found.exception } : { st: 'timeout' }
  }
  return { ask, asked, now: () => now_ms }
}
const warm = (address: number) => 300 + (address % 50)
const run = (module: ReturnType<typeof moduleAt>, lists = LISTS) =>
  detect(module.ask, lists, null, module.now, module.now())

describe('a detection', () => {
  it('finds the bus, reads the list and says why', async () => {
    const module = moduleAt(boardOf(ALPHA, warm))
    const found = await run(module)
    expect(found).toMatchObject({
      outcome: 'recognized',
      reason: 'matched',
      product_key: 'alpha',
      is_bus_changed: false,
    })
    expect(module.asked.map(({ op }) => op)).toEqual(['recog', ...alpha.blocks.map(() => 'read')])
    expect(found.evidence.candidates).toMatchObject([{ product_key: 'alpha', match_percent: 100, refused: 0 }])
    expect(found.evidence.probes.at(-1)).toMatchObject({ baud: 19_200, fmt: '8N2', slave: 1, answer: 'data' })
  })

  it('of a board on no known bus ends unrecognised with the probes that stayed silent', async () => {
    const found = await run(moduleAt(boardOf(ALPHA, warm), { bus: null }))
    expect(found).toMatchObject({
      outcome: 'unrecognized',
      reason: 'no_bus_answer',
      product_key: null,
      is_bus_changed: false,
    })
    expect(found.evidence.probes.map(({ answer }) => answer)).toEqual(['silent', 'silent'])
  })

  it('of an unknown board gives the module its bus settings back', async () => {
    const found = await run(moduleAt(boardOf(ALPHA, () => 30_000)))
    expect(found).toMatchObject({
      outcome: 'unrecognized',
      reason: 'no_match',
      product_key: null,
      is_bus_changed: true,
    })
    expect(found.evidence.candidates).toMatchObject([{ product_key: 'alpha', match_percent: 0 }])
  })

  it('names a refusal and its exception in the evidence', async () => {
    const { evidence } = await run(moduleAt(boardOf(ALPHA.slice(0, 20), warm)), [
      fingerprintFor('alpha', ALPHA, alpha.access),
      fingerprintFor('sensors', ALPHA.slice(0, 20), alpha.access),
    ])
    expect(evidence.probes).toContainEqual(expect.objectContaining({ answer: 'refused', exception: 2 }))
  })

  it.each([
    ['the module never answers', () => null, 'no_answer'],
    ['the module does not know the command', () => ({ st: 'unsup' as const }), 'module_refused'],
    ['the module stops answering after the bus was found', ({ op }: Asked) => (op === 'read' ? null : {}), 'no_answer'],
    ['the command reaches the module too late', () => ({ st: 'expired' as const }), 'no_answer'],
    [
      'the module is denied reading',
      ({ op }: Asked) => (op === 'read' ? { st: 'denied' as const } : {}),
      'module_refused',
    ],
  ])('fails when %s', async (_, ack, reason) => {
    expect(await run(moduleAt(boardOf(ALPHA, warm), { ack }))).toMatchObject({
      outcome: 'failed',
      reason,
      product_key: null,
    })
  })

  it.each(['expired', 'busy', null] as const)('sends a read again that ended as %s', async (late) => {
    let reads = 0
    const module = moduleAt(boardOf(ALPHA, warm), {
      ack: ({ op }) => {
        if (op !== 'read') return {}
        reads += 1
        if (reads % 3 === 0) return {}
        return late === null ? null : { st: late }
      },
    })
    expect(await run(module)).toMatchObject({ outcome: 'recognized', product_key: 'alpha' })
    expect(reads).toBe(3 * alpha.blocks.length)
  })

  it('a short answer is garbled and proves nothing', async () => {
    const found = await run(moduleAt(boardOf(ALPHA, warm), { ack: ({ op }) => (op === 'read' ? { rb: [300] } : {}) }))
    expect(found).toMatchObject({ outcome: 'unrecognized', reason: 'no_match' })
    expect(found.evidence.probes.at(-1)).toMatchObject({ answer: 'garbled', words: '' })
  })

  it('ends within the minute of the specification, however slow the bus', async () => {
    const lists = range(0, 40).map((at) =>
      fingerprintFor(
        `list-${at}`,
        range(at * 100, 20).map((address) => settingAt(address)),
        alpha.access,
      ),
    )
    const module = moduleAt(
      boardOf(
        range(0, 4_000).map((at) => settingAt(at)),
        warm,
      ),
      { took: 4_900 },
    )
    const found = await run(module, lists)
    expect(module.now()).toBeLessThanOrEqual(LIMITS.model_detect_ms)
    // Lists that were not read are not contradicted.
    expect(found).toMatchObject({ outcome: 'unrecognized', reason: 'too_little' })
  })

  it('without any list ends unrecognised', async () => {
    expect(await run(moduleAt(boardOf(ALPHA, warm)), [])).toMatchObject({
      outcome: 'unrecognized',
      reason: 'no_bus_answer',
    })
  })
})
