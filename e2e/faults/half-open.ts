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
/** All links are cut so often: the first time warms the heap of the gateway, each later one is compared with it. */
const CUTS = 2
/** Connections of the gateway to the database come and go. */
const FDS_MORE_MAX = 16
/** A link that is kept by mistake holds some kB; a heap that was warmed by thousands differs by some MB from cut to cut. */
const MEMORY_MORE_MAX_MB = 24
/** Garbage is collected late on an idle process. */
const SETTLED_MAX_MS = 60_000

type Said = { note: string } | { what: string; holds: boolean; seen?: string }

/**
 * R10: thousands of links are dropped silently. The product and its modules have networks of their own, so that packets are
 * lost without either side being told, and nothing of this machine's network is changed. Needs root.
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
    const state = () => ({
      fds: readdirSync(`/proc/${gateway}/fd`).length,
      memory_mb: memoryOfProduct(product.process.pid, data).get('gateway') ?? 0,
    })
    const before = state()
    let warm: ReturnType<typeof state> | null = null
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const modules = await linkModules({ port: product.mqtt_port, keep_alive_s: KEEP_ALIVE_S, units })
      try {
        await untilOnline(call, links, ONLINE_MAX_MS)
        const open = state()
        const began_ms = performance.now()
        modules.cut()
        await untilOnline(call, 0, OFFLINE_MAX_MS)
        const shown_s = (performance.now() - began_ms) / 1_000
        const base = warm ?? before
        const after = await untilSettled(state, base)
        checks.note(
          `cut ${cut} of ${links} links, keep-alive ${KEEP_ALIVE_S} s: all shown offline after ${shown_s.toFixed(1)} s; gateway ` +
            `${before.fds} fds and ${before.memory_mb.toFixed(0)} MB at first, ${open.fds} and ${open.memory_mb.toFixed(0)} MB with all links, ` +
            `${after.fds} and ${after.memory_mb.toFixed(0)} MB afterwards`,
        )
        checks.expect(
          `cut ${cut}: every link was open`,
          open.fds - before.fds >= links,
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
        if (warm !== null)
          checks.expect(
            `cut ${cut}: memory is back where it was after the first`,
            after.memory_mb <= warm.memory_mb + MEMORY_MORE_MAX_MB,
            `${after.memory_mb.toFixed(0)} MB, ${warm.memory_mb.toFixed(0)} MB`,
          )
        warm ??= after
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

type State = { fds: number; memory_mb: number }

/** Waits until both are back, at most for a while; gives what they are then. */
const untilSettled = async (state: () => State, base: State): Promise<State> => {
  for (let waited_ms = 0; ; waited_ms += LOOK_MS) {
    const now = state()
    const is_back = now.fds <= base.fds + FDS_MORE_MAX && now.memory_mb <= base.memory_mb + MEMORY_MORE_MAX_MB
    if (is_back || waited_ms >= SETTLED_MAX_MS) return now
    await wait(LOOK_MS)
  }
}

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
