import type { FromGateway, GatewayBus, ToGateway } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { RelayTransport } from '../transports/mqtt-relay.ts'

/** What gateways send each other besides the messages of consoles: a new leader asks which devices are watched. */
type ToFollowers = FromGateway | { kind: 'leads' }

/** Watched devices are named again so often; those of a machine that is gone are forgotten after the longer time. */
const WATCH_EVERY_MS = 10_000
const WATCH_KEPT_MS = 30_000
/** What concerns the own console alone. */
const LOCAL: ReadonlySet<FromGateway['kind']> = new Set(['ready', 'failed', 'metrics'])

type Relay = {
  /** The bus of the gateway that leads: it hears all consoles, and all hear it. */
  leaderBus: GatewayBus
  /** From now on this process leads; what is asked before {@link Relay.started} reaches each part of the gateway when it begins to listen. */
  lead: () => void
  started: () => void
  onToLeader: (from: string, message: unknown) => void
  onToFollowers: (message: unknown) => void
  stop: () => void
}

/**
 * Between the own console, the gateway that leads and the consoles of other machines. A gateway that does not lead passes messages on; nothing is
 * lost by one that is lost, as on the bus itself: the database has it.
 */
export const createRelay = ({
  bus,
  clock,
  transport,
}: {
  bus: GatewayBus
  clock: Clock
  transport: () => Pick<RelayTransport, 'toLeader' | 'toFollowers'> | null
}): Relay => {
  const listeners = new Set<(message: ToGateway) => void>()
  /** Of other machines. */
  const watches = new Map<string, { device_ids: readonly number[]; at_ms: number }>()
  /** Messages for the parts of a gateway that is just starting; null = it has started. */
  let waiting: ToGateway[] | null = null
  let own_watch: readonly number[] = []
  let leads = false
  let stopTimer = (): void => {}

  const deliver = (message: ToGateway): void => {
    waiting?.push(message)
    for (const listener of listeners) listener(message)
  }
  const watchedElsewhere = (): Set<number> => new Set([...watches.values()].flatMap(({ device_ids }) => device_ids))
  const deliverWatch = (begun: readonly number[]): void =>
    deliver({ kind: 'watch', device_ids: [...new Set([...own_watch, ...watchedElsewhere()])], begun: [...begun] })
  const passOn = (message: ToGateway): void => transport()?.toLeader(message)

  const stopHearing = bus.subscribe((message) => {
    if (message.kind === 'stop') return
    if (message.kind === 'watch') own_watch = message.device_ids
    if (!leads) passOn(message)
    else if (message.kind === 'watch') deliverWatch(message.begun)
    else deliver(message)
  })
  const repeat = (): void => {
    stopTimer = clock.after(WATCH_EVERY_MS, () => {
      const before = watches.size
      for (const [from, { at_ms }] of watches) if (clock.now() - at_ms > WATCH_KEPT_MS) watches.delete(from)
      if (!leads) passOn({ kind: 'watch', device_ids: [...own_watch], begun: [] })
      else if (watches.size < before) deliverWatch([])
      repeat()
    })
  }
  repeat()

  return {
    leaderBus: {
      publish: (message) => {
        bus.publish(message)
        if (LOCAL.has(message.kind)) return
        if (message.kind === 'status' && !watchedElsewhere().has(message.device_id)) return
        transport()?.toFollowers(message)
      },
      subscribe: (listener) => {
        listeners.add(listener)
        for (const message of waiting ?? []) listener(message)
        return () => listeners.delete(listener)
      },
    },
    lead: () => {
      leads = true
      waiting = []
      deliverWatch([])
      transport()?.toFollowers({ kind: 'leads' } satisfies ToFollowers)
    },
    started: () => {
      waiting = null
    },
    onToLeader: (from, raw) => {
      // Built from the same types, at most one version apart: what is unknown is ignored by its handler.
      const message = raw as ToGateway
      if (!leads || message.kind === 'stop') return
      if (message.kind !== 'watch') return deliver(message)
      watches.set(from, { device_ids: message.device_ids, at_ms: clock.now() })
      deliverWatch(message.begun)
    },
    onToFollowers: (raw) => {
      const message = raw as ToFollowers
      if (leads) return
      if (message.kind === 'leads') passOn({ kind: 'watch', device_ids: [...own_watch], begun: [...own_watch] })
      else bus.publish(message)
    },
    stop: () => {
      stopTimer()
      stopHearing()
    },
  }
}
