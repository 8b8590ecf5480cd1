import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import type { Caller } from '../caller.ts'
import { EVERYTHING, needsSql, type Scope } from '../platform/scope.ts'
import type { OpenControls } from './push-controls.ts'
import type { PushSocket } from './push-socket.ts'
import type { Watches } from './push-watch.ts'
import type { PushServices } from './services.ts'

type Deps = Pick<AppContext, 'clock' | 'log'> &
  Pick<PushServices, 'listCallers' | 'listAgentPaths'> & {
    sockets: ReadonlySet<PushSocket>
    watches: Watches<PushSocket>
    controls: OpenControls
    /** Informs a console that the permissions of its account changed. */
    notifyMenuChanged: (socket: PushSocket) => void
    /** Runs with each round; never fails. */
    pollNotifications: () => Promise<void>
  }

/**
 * Checks every second whether each socket may still see its devices: its session (log-off, password change and disabling end
 * it, in any process), the rights of its account, and the owners of its devices. Terminates dead sockets. `now` checks at
 * once; the next round follows after the usual interval. `of` checks one socket before a command runs: a revoked right
 * takes effect with the next command, as with the next HTTP call.
 */
export const startRecheck = (
  deps: Deps,
): { now: () => void; of: (socket: PushSocket) => Promise<void>; stop: () => void } => {
  const { clock, log } = deps
  let cancel: () => void = () => {}
  let is_checking = false
  let is_stopped = false
  let is_urgent = false
  const wait = (delay_ms: number) => {
    cancel = clock.after(delay_ms, check)
  }
  const check = () => {
    is_checking = true
    is_urgent = false
    const began_ms = clock.now()
    terminateSilent(deps)
    recheck(deps, deps.sockets, deps.watches.device_ids)
      .then(() => deps.controls.resolveOverdue())
      .then(deps.pollNotifications)
      .catch((error: unknown) => log.warn({ err: error }, 'push: rights could not be checked'))
      .finally(() => {
        is_checking = false
        if (!is_stopped) wait(is_urgent ? 0 : pauseAfter(clock.now() - began_ms))
      })
  }
  wait(LIMITS.push_recheck_ms)
  return {
    now: () => {
      // The running check may have read its data before the change: check once more.
      is_urgent = true
      if (is_checking) return
      cancel()
      check()
    },
    of: (socket) => recheck(deps, [socket], () => deps.watches.watchedBy(socket)),
    stop: () => {
      is_stopped = true
      cancel()
    },
  }
}

/** Of a check under load: at least so long others have the database. */
const PAUSE_MIN_MS = 100

/** From the beginning of one round to that of the next it is the usual interval: a slow round must not let a right live longer. */
const pauseAfter = (took_ms: number): number =>
  Math.min(LIMITS.push_recheck_ms, Math.max(PAUSE_MIN_MS, LIMITS.push_recheck_ms - took_ms))

const recheck = async (deps: Deps, sockets: Iterable<PushSocket>, listWatched: () => number[]): Promise<void> => {
  const { watches, listCallers, listAgentPaths } = deps
  const signed_in = [...sockets].flatMap((socket) =>
    socket.caller === null ? [] : [{ socket, caller: socket.caller }],
  )
  if (signed_in.length === 0) return
  const hashes = new Map(signed_in.map(({ caller }) => [caller.session_hash.toString('hex'), caller.session_hash]))
  const callers = await listCallers([...hashes.values()])
  const device_ids = listWatched()
  if (device_ids.length > 0) watches.move(await listAgentPaths(EVERYTHING, device_ids), device_ids)
  /** Sockets whose scope only SQL evaluates, those of one scope together: most groups have many sockets. */
  const by_scope = new Map<string, { scope: Scope; sockets: PushSocket[] }>()
  for (const { socket, caller } of signed_in) {
    const now = callers.get(caller.session_hash.toString('hex'))
    if (now === undefined || now.must !== null) {
      socket.close('session_over')
      continue
    }
    socket.caller = now
    if (!isSameAccess(caller, now)) deps.notifyMenuChanged(socket)
    if (!now.permissions.has('device:view')) watches.forget(socket)
    else if (!needsSql(now.scope)) watches.narrow(socket, now.scope)
    else {
      const key = JSON.stringify(now.scope)
      const same = by_scope.get(key) ?? { scope: now.scope, sockets: [] }
      same.sockets.push(socket)
      by_scope.set(key, same)
    }
  }
  for (const { scope, sockets: of_scope } of by_scope.values()) {
    const watched = of_scope.map((socket) => ({ socket, device_ids: watches.watchedBy(socket) }))
    const all = new Set(watched.flatMap((one) => one.device_ids))
    const allowed = new Set((await listAgentPaths(scope, [...all])).keys())
    for (const one of watched) watches.keep(one.socket, allowed, one.device_ids)
  }
}

/** True when rights and scope are unchanged, whatever changed in role, group, distributor or account. */
const isSameAccess = (before: Caller, now: Caller): boolean => accessOf(before) === accessOf(now)

/** By caller: sockets of one session share it, and each is compared twice. */
const access_texts = new WeakMap<Caller, string>()

const accessOf = (caller: Caller): string => {
  const known = access_texts.get(caller)
  if (known !== undefined) return known
  const { role_id, agent_id, agent_path, resource_group_id } = caller
  const text = JSON.stringify([
    [...caller.permissions],
    caller.scopes,
    role_id,
    agent_id,
    agent_path,
    resource_group_id,
  ])
  access_texts.set(caller, text)
  return text
}

const terminateSilent = ({ sockets, clock }: Deps): void => {
  for (const socket of sockets) {
    const silent_ms = clock.now() - socket.last_activity_ms
    if (silent_ms >= LIMITS.push_silence_ms) socket.terminate()
    // A console that receives pushes all the time sends nothing by itself.
    else if (silent_ms >= LIMITS.push_heartbeat_ms) socket.probe()
  }
}
