import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Devices of a distributor's subtree by state. */
type Shares = { agent_id: number; devices: number; online: number; active: number; alarm: number }
type State = 'online' | 'active' | 'alarm'

/** Compares a distributor with those of its level, anonymously: none of their figures is revealed. */
export const performanceOf = (agent_id: number, own: Omit<Shares, 'agent_id'>, peers: readonly Shares[] | null) => {
  const others = (peers ?? []).filter((peer) => peer.agent_id !== agent_id && peer.devices > 0)
  const count = others.length + (own.devices > 0 ? 1 : 0)
  // Figures of so few peers could be guessed.
  const is_crowd = peers !== null && own.devices > 0 && count >= LIMITS.performance_peers_min
  const figure = (state: State) => {
    if (own.devices === 0) return { share: null, not_worse_than: null }
    const share = own[state] / own.devices
    // Many have all devices online: an equal share counts as best.
    const isNoBetter = (peer: Shares) =>
      state === 'alarm' ? peer[state] / peer.devices >= share : peer[state] / peer.devices <= share
    return { share, not_worse_than: is_crowd ? others.filter(isNoBetter).length / others.length : null }
  }
  return {
    device_count: own.devices,
    peers: peers === null ? 0 : count,
    figures: { online: figure('online'), active: figure('active'), alarm: figure('alarm') },
  }
}
