import { describe, expect, it } from 'vitest'
import { createMovedClock } from '../../test/moved-clock.ts'
import type { FromGateway, ToGateway } from '../platform/bus.ts'
import { createRelay } from './relay.ts'

/** Machines whose messages reach each other at once, with the console's end of each. */
const machinesOf = (...names: string[]) => {
  const clock = createMovedClock(0)
  const machines = names.map((name) => {
    const toConsole: FromGateway[] = []
    const toGateway: ToGateway[] = []
    const listeners = new Set<(message: ToGateway) => void>()
    const others = () => machines.filter((one) => one.name !== name)
    const relay = createRelay({
      clock,
      bus: {
        publish: (message) => toConsole.push(message),
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      transport: () => ({
        toLeader: (message) => {
          for (const other of others()) other.relay.onToLeader(name, message)
        },
        toFollowers: (message) => {
          for (const other of others()) other.relay.onToFollowers(message)
        },
      }),
    })
    const lead = () => {
      relay.lead()
      relay.leaderBus.subscribe((message) => toGateway.push(message))
      relay.started()
    }
    const ask = (message: ToGateway) => {
      for (const listener of listeners) listener(message)
    }
    return { name, relay, toConsole, toGateway, lead, ask }
  })
  return { clock, machines }
}
const status = (device_id: number): FromGateway => ({
  kind: 'status',
  device_id,
  mac: 'x',
  agent_path: '/',
  product_key: 'p',
  at: null,
  online_status: 'online',
  bus_status: 'ok',
  rssi_dbm: null,
  alarm_keys: [],
  alarm_severity: null,
  attrs: {},
  installer_keys: [],
})
const two = () => {
  const { clock, machines } = machinesOf('a', 'b')
  const [a, b] = machines
  if (a === undefined || b === undefined) throw new Error('two machines')
  return { clock, a, b }
}
const watchedBy = ({ toGateway }: { toGateway: ToGateway[] }) =>
  toGateway
    .flatMap((message) => (message.kind === 'watch' ? [message.device_ids.toSorted((one, other) => one - other)] : []))
    .at(-1)

describe('between the consoles and the gateway that leads', () => {
  it('what either console asks reaches it once; what concerns one console stays there', () => {
    const { a, b } = two()
    a.lead()
    a.ask({ kind: 'controls_queued', control_ids: [1] })
    b.ask({ kind: 'controls_queued', control_ids: [2] })
    expect(a.toGateway.filter(({ kind }) => kind === 'controls_queued')).toEqual([
      { kind: 'controls_queued', control_ids: [1] },
      { kind: 'controls_queued', control_ids: [2] },
    ])
    expect(b.toGateway).toEqual([])
    a.relay.leaderBus.publish({ kind: 'unknown_modules' })
    a.relay.leaderBus.publish({ kind: 'metrics', metrics: [] })
    expect(a.toConsole.map(({ kind }) => kind)).toEqual(['unknown_modules', 'metrics'])
    expect(b.toConsole.map(({ kind }) => kind)).toEqual(['unknown_modules'])
  })

  it('the units that all consoles watch are watched; values go to the consoles that watch them', () => {
    const { a, b } = two()
    a.lead()
    a.ask({ kind: 'watch', device_ids: [1], begun: [1] })
    b.ask({ kind: 'watch', device_ids: [2], begun: [2] })
    expect(watchedBy(a)).toEqual([1, 2])
    a.relay.leaderBus.publish(status(1))
    a.relay.leaderBus.publish(status(2))
    expect(b.toConsole).toEqual([status(2)])
  })

  it('a new leader learns what is watched elsewhere, and hears what was asked while it began', () => {
    const { a, b } = two()
    a.ask({ kind: 'watch', device_ids: [1], begun: [] })
    b.relay.lead()
    a.ask({ kind: 'live_view', device_id: 1 })
    // Its parts begin to listen one after the other.
    b.relay.leaderBus.subscribe(() => {})
    b.relay.leaderBus.subscribe((message) => b.toGateway.push(message))
    b.relay.started()
    expect(watchedBy(b)).toEqual([1])
    expect(b.toGateway).toContainEqual({ kind: 'live_view', device_id: 1 })
  })

  it('what a machine that is gone watched is forgotten', () => {
    const { clock, a, b } = two()
    a.lead()
    b.ask({ kind: 'watch', device_ids: [2], begun: [] })
    b.relay.stop()
    clock.move(60_000)
    expect(watchedBy(a)).toEqual([])
  })
})
