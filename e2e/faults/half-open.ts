import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { freePort } from '../free-port.ts'
import type { Checks } from './checks.ts'
import { linkModules } from './half-open-modules.ts'
import { addDistributor, importUnits } from './imported-units.ts'
import { serveOn } from './kill-targets.ts'
import { liveHeapMb } from './live-heap.ts'
import { memoryOfProduct } from './memory.ts'
import { gatewayPid } from './processes.ts'
import { clientOf, signIn } from './stored.ts'

/** Links of a round: twenty rounds are the 5,000 of the quality plan. */
const LINKS_PER_ROUND = 250
const KEEP_ALIVE_S = 20
/** R10: one and a half times the keep-alive, and five seconds until a list shows it. */
const SHOWN_MAX_S = 1.5 * KEEP_ALIVE_S + 5
const ONLINE_MAX_MS = 180_000
const OFFLINE_MAX_MS = 120_000
const LOOK_MS = 250
/** The second one shows whether each cut leaves something behind. */
const CUTS = 2
/** Connections of the gateway to the database come and go. */
const FDS_MORE_MAX = 16
/** From cut to cut: 5,000 links that are kept hold 50 MB and more. */
const HEAP_MORE_MAX_MB = 2
/** From the first start on: the gateway remembers each module that was ever there, with its state and secret. */
const HEAP_OF_MODULE_MAX_KB = 1.5
/** Code that the first module compiles. */
const HEAP_OF_CODE_MAX_MB = 3

type Said = { note: string } | { what: string; holds: boolean; seen?: string }

/**
 * R10: thousands of links are dropped silently. The product and its modules have networks of their own, so that packets are
 * dropped without closing a connection, and nothing of this machine's network is changed. Needs root.
 */
export const halfOpenRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const child = spawn('unshare', ['--net', process.execPath, import.meta.filename, String(rounds)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('message', (said: Said) => {
    if ('note' in said) checks.note(said.note)
    else checks.expect(said.what, said.holds, said.seen)
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  checks.expect('the run in a network of its own came to its end', code === 0, `exit code ${code}`)
}

const cutLinks = async (links: number, checks: Pick<Checks, 'expect' | 'note'>): Promise<void> => {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-half-open-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const product = await serveOn(data, ports, { HEATFLEET_HOST: '0.0.0.0' })
  try {
    const gateway = gatewayPid(product.process.pid)
    const call = clientOf(product.url, await signIn(product.url))
    const { agent_id } = await addDistributor(call)
    const units = await importUnits(call, agent_id, links)
    const state = async () => ({
      heap_mb: await liveHeapMb(gateway),
      fds: readdirSync(`/proc/${gateway}/fd`).length,
      memory_mb: memoryOfProduct(product.process.pid, data).get('gateway') ?? 0,
    })
    const before = await state()
    let first: State | null = null
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const modules = await linkModules({ port: product.mqtt_port, keep_alive_s: KEEP_ALIVE_S, units })
      try {
        await untilOnline(call, links, ONLINE_MAX_MS)
        const open = await state()
        const began_ms = performance.now()
        modules.cut()
        await untilOnline(call, 0, OFFLINE_MAX_MS)
        const shown_s = (performance.now() - began_ms) / 1_000
        const after = await state()
        checks.note(
          `cut ${cut} of ${links} links, keep-alive ${KEEP_ALIVE_S} s: all shown offline after ${shown_s.toFixed(1)} s; gateway ` +
            `at first ${describe(before)}; with all links ${describe(open)}; afterwards ${describe(after)}`,
        )
        checks.expect(
          `cut ${cut}: every link was open`,
          open.fds - before.fds >= links - FDS_MORE_MAX,
          `${open.fds - before.fds} of ${links}`,
        )
        checks.expect(
          `cut ${cut}: offline is shown within ${SHOWN_MAX_S} s`,
          shown_s <= SHOWN_MAX_S,
          `${shown_s.toFixed(1)} s`,
        )
        checks.expect(
          `cut ${cut}: no descriptor is left behind`,
          after.fds <= before.fds + FDS_MORE_MAX,
          `${after.fds}, ${before.fds} at first`,
        )
        if (first !== null)
          checks.expect(
            `cut ${cut}: no more memory is referred to than after the first`,
            after.heap_mb <= first.heap_mb + HEAP_MORE_MAX_MB,
            `${after.heap_mb.toFixed(1)} MB, ${first.heap_mb.toFixed(1)} MB after the first, ${before.heap_mb.toFixed(1)} MB before any`,
          )
        if (first === null)
          checks.expect(
            `cut ${cut}: the memory referred to is that of the remembered modules`,
            after.heap_mb <= before.heap_mb + HEAP_OF_CODE_MAX_MB + (links * HEAP_OF_MODULE_MAX_KB) / 1_024,
            `${after.heap_mb.toFixed(1)} MB, ${before.heap_mb.toFixed(1)} MB before any`,
          )
        first ??= after
      } finally {
        await modules.end()
      }
    }
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** As the device list shows it. */
const untilOnline = async (call: Call, wanted: number, limit_ms: number): Promise<void> => {
  const began_ms = performance.now()
  for (;;) {
    const { counts } = await call(api.deviceList, { query: { pageNo: 1, size: 1 }, body: {} })
    if (counts.online === wanted) return
    if (performance.now() - began_ms > limit_ms)
      throw new Error(`${counts.online} units are online instead of ${wanted}`)
    await wait(LOOK_MS)
  }
}

type State = { fds: number; heap_mb: number; memory_mb: number }

const describe = ({ fds, heap_mb, memory_mb }: State): string =>
  `${fds} fds, ${heap_mb.toFixed(1)} MB referred to, ${memory_mb.toFixed(0)} MB resident`

if (process.argv[1] === import.meta.filename) {
  const say = (said: Said) => process.send?.(said)
  const checks = {
    note: (note: string) => void say({ note }),
    expect: (what: string, holds: boolean, seen?: string) =>
      void say({ what, holds, ...(seen === undefined ? {} : { seen }) }),
  }
  process.on('disconnect', () => process.exit(1))
  cutLinks(Number(process.argv[2]) * LINKS_PER_ROUND, checks).then(
    () => process.exit(0),
    (error: unknown) => {
      checks.expect('the cuts came to their end', false, error instanceof Error ? error.message : String(error))
      process.disconnect()
    },
  )
}
