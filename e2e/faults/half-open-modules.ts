import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Credentials } from '../device-client.ts'
import { untilGone } from './processes.ts'
import { answerWithConnections, type SilentModules } from './silent-modules.ts'

/** Both ends of the link: addresses for benchmarks (RFC 2544). */
const [NEAR, FAR] = ['198.18.0.1', '198.18.0.2']
const [NEAR_END, FAR_END] = ['half-open-0', 'half-open-1']

type Request = { port: number; keep_alive_s: number; units: readonly Credentials[] }

type LinkedModules = {
  /** Drops all packets of both directions from now on without closing a connection: each link is half-open. */
  cut: () => void
  /** Ends the process and with it the link. */
  end: () => Promise<void>
}

/** Connects silent modules over a link of their own, in a network of their own: `ip` and root. Resolves when all are connected. */
export const linkModules = async (request: Request): Promise<LinkedModules> => {
  const child: ChildProcess = spawn('unshare', ['--net', process.execPath, import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const answer = async (): Promise<unknown> => ((await Promise.race([once(child, 'message'), exited])) as [unknown])[0]
  const inside = (...words: string[]) =>
    execFileSync('nsenter', ['--target', String(child.pid), '--net', 'ip', ...words])
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await untilGone([child.pid ?? 0], 5_000)
    // It goes with the other end, but somewhat later; there may be none yet.
    spawnSync('ip', ['link', 'delete', NEAR_END], { stdio: 'ignore' })
  }
  try {
    if ((await answer()) !== 'ready') throw new Error('no network of its own could be made: root is needed')
    execFileSync('ip', ['link', 'add', NEAR_END, 'type', 'veth', 'peer', 'name', FAR_END, 'netns', String(child.pid)])
    execFileSync('ip', ['address', 'add', `${NEAR}/30`, 'dev', NEAR_END])
    execFileSync('ip', ['link', 'set', NEAR_END, 'up'])
    inside('address', 'add', `${FAR}/30`, 'dev', FAR_END)
    inside('link', 'set', FAR_END, 'up')
    child.send({ ...request, host: NEAR } satisfies SilentModules)
    const outcome = await answer()
    if (outcome !== 'connected') throw new Error(`the modules did not connect: ${String(outcome)}`)
  } catch (error) {
    await end()
    throw error
  }
  return { cut: () => void inside('link', 'set', FAR_END, 'down'), end }
}

if (process.argv[1] === import.meta.filename) {
  answerWithConnections()
  process.send?.('ready')
}
