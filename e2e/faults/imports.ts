import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { freePort } from '../free-port.ts'
import type { Checks } from './checks.ts'
import { serveOn } from './kill-targets.ts'
import { openStage, type Stage, strike } from './strike.ts'

/** Several parts of one import. */
const LINES = 6_000
const OVER_MAX_MS = 180_000
const LOOK_MS = 200
/** What `strike` kills: the whole product, the database. The gateway has no part in an import. */
const TARGETS = [0, 2] as const

/**
 * Kills the product or its database at a random moment of an import: whenever it is looked at, either all of its units are
 * there or none, and in the end each is there once.
 */
export const importRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-imports-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  let stage = await openStage(await serveOn(data, ports), ports)
  const total = { partly: 0, lost: 0, under_way: 0 }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const tag = `kill ${round}`
      const id = await draft(stage, tag)
      await stage.call(api.importStart, { params: { id }, body: {} })
      await wait(Math.random() * 2_500)
      const { state } = await stage.call(api.importInfo, { params: { id } })
      if (state === 'queued' || state === 'running') total.under_way += 1
      stage = await strike(stage, TARGETS[round % TARGETS.length] ?? 0)
      const { partly, units } = await untilDone(stage, id, tag)
      total.partly += partly
      if (units !== LINES) total.lost += 1
    }
    const { partly, lost, under_way } = total
    checks.note(
      `${rounds} imports of ${LINES} units, ${under_way} killed under way: ${partly} times a part, ${lost} not whole`,
    )
    checks.expect('an import was never there in part', partly === 0, `${partly} times`)
    checks.expect('every import was whole in the end', lost === 0, `${lost} not`)
    checks.expect('kills came while imports were under way', under_way > 0, `${under_way} of ${rounds}`)
  } finally {
    await stage.product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

const draft = async ({ call }: Stage, import_tag: string): Promise<number> => {
  const prefix = `02${randomBytes(2).toString('hex')}`
  const rows = Array.from({ length: LINES }, (_, at) => ({ mac: `${prefix}${at.toString(16).padStart(6, '0')}` }))
  return (await call(api.importCheck, { body: { product_key: 'r290-monobloc', import_tag, rows } })).import_id
}

/** Looks until the import has ended, starts one that failed again, and counts how often a part of its units was there. */
const untilDone = async ({ call }: Stage, id: number, import_tag: string) => {
  const params = { id }
  const count = async () => (await call(api.deviceList, { query: { pageNo: 1, size: 10 }, body: { import_tag } })).total
  let partly = 0
  for (let waited_ms = 0; waited_ms < OVER_MAX_MS; waited_ms += LOOK_MS) {
    const units = await count()
    if (units !== 0 && units !== LINES) partly += 1
    const { state } = await call(api.importInfo, { params })
    if (state === 'done') return { partly, units: await count() }
    if (state === 'failed') await call(api.importStart, { params, body: {} })
    await wait(LOOK_MS)
  }
  throw new Error(`an import did not end in ${OVER_MAX_MS / 1_000} s`)
}
