import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { type Product, startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { childrenOf, postgresPid } from './processes.ts'
import { saysNotReady } from './readiness.ts'
import { signIn } from './stored.ts'

const NOT_READY_MAX_MS = 1_000
const ENDED_MAX_MS = 3_000
const BACK_MAX_MS = 5_000
/** Calls that run when the database stops, and more that come afterwards. */
const CALLS = 8
const LATER_MS = 500

/**
 * The database stands still without refusing anything (its processes are stopped): `/readyz` answers 503 within a second, every
 * call of somebody signed in ends in an error within three, and all goes on by itself.
 */
export const stillDatabaseRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  try {
    const token = await signIn(product.url)
    const not_ready_ms: number[] = []
    const ended_ms: number[] = []
    let [told, answered, not_back] = [0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const goOn = stopDatabase(product)
      const stopped_ms = performance.now()
      const calls = Array.from({ length: CALLS }, () => timeCall(product, token))
      if (await saysNotReady(product.url, NOT_READY_MAX_MS * 2)) told += 1
      not_ready_ms.push(performance.now() - stopped_ms)
      await wait(LATER_MS)
      const all = await Promise.all([...calls, ...Array.from({ length: CALLS }, () => timeCall(product, token))])
      goOn()
      for (const { took_ms, ok } of all) {
        ended_ms.push(took_ms)
        if (ok) answered += 1
      }
      if (!(await isBack(product, token))) not_back += 1
    }
    const [slowest_ready, slowest_call] = [Math.max(...not_ready_ms), Math.max(...ended_ms)]
    checks.note(
      `${rounds} tried, not ready after ${slowest_ready.toFixed(0)} ms at most; ${ended_ms.length} calls ended after ${slowest_call.toFixed(0)} ms at most`,
    )
    checks.expect(
      `/readyz tells within ${NOT_READY_MAX_MS} ms`,
      told === rounds && slowest_ready <= NOT_READY_MAX_MS,
      `${slowest_ready.toFixed(0)} ms, told ${told} of ${rounds} times`,
    )
    checks.expect(
      `every call ends in an error within ${ENDED_MAX_MS} ms`,
      answered === 0 && slowest_call <= ENDED_MAX_MS,
      `${slowest_call.toFixed(0)} ms, ${answered} answered`,
    )
    checks.expect('all goes on by itself', not_back === 0, `${not_back} times not`)
  } finally {
    await product.stop()
  }
}

/** Stops all processes of the database; returns what lets them go on. */
export const stopDatabase = ({ data }: Pick<Product, 'data'>): (() => void) => {
  const postmaster = postgresPid(data)
  // The postmaster first, because it would start others.
  process.kill(postmaster, 'SIGSTOP')
  const workers = childrenOf(postmaster)
  for (const worker of workers) process.kill(worker, 'SIGSTOP')
  return () => {
    for (const worker of workers) process.kill(worker, 'SIGCONT')
    process.kill(postmaster, 'SIGCONT')
  }
}

const timeCall = async ({ url }: Product, token: string): Promise<{ took_ms: number; ok: boolean }> => {
  const began_ms = performance.now()
  const { path, method } = api.roleMenu
  const answer = await fetch(`${url}${API_PREFIX}${path}`, {
    method,
    headers: { key: CONSOLE_APPLICATION_KEY, token },
    signal: AbortSignal.timeout(ENDED_MAX_MS * 4),
  }).catch(() => null)
  return { took_ms: performance.now() - began_ms, ok: answer?.ok === true }
}

const isBack = async (product: Product, token: string): Promise<boolean> => {
  const end_ms = performance.now() + BACK_MAX_MS
  while (performance.now() < end_ms) {
    const ready = await fetch(`${product.url}/readyz`).catch(() => null)
    if (ready?.ok === true && (await timeCall(product, token)).ok) return true
    await wait(50)
  }
  return false
}
