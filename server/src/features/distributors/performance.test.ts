import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { performanceOf } from './performance.ts'

const peer = (agent_id: number, online: number, alarm = 0) => ({ agent_id, devices: 10, online, active: 10, alarm })
const crowd = [peer(1, 5, 1), peer(2, 6, 1), peer(3, 7, 2), peer(4, 8, 0), peer(5, 9, 3)]

describe('a distributor among its peers', () => {
  it('is not worse than the share of the others that are online no more', () => {
    const { figures, peers } = performanceOf(4, peer(4, 8), crowd)
    expect(peers).toBe(5)
    expect(figures.online).toEqual({ share: 0.8, not_worse_than: 0.75 })
    expect(figures.active).toEqual({ share: 1, not_worse_than: 1 })
    // Fewer alarms are better.
    expect(figures.alarm).toEqual({ share: 0, not_worse_than: 1 })
  })

  it('is not compared when so few could be guessed', () => {
    const few = crowd.slice(0, LIMITS.performance_peers_min - 1)
    expect(performanceOf(1, peer(1, 5), few).figures.online).toEqual({ share: 0.5, not_worse_than: null })
  })

  it('is not compared for accounts that see a part of the devices', () => {
    expect(performanceOf(1, peer(1, 5), null)).toMatchObject({
      peers: 0,
      figures: { online: { not_worse_than: null } },
    })
  })

  it('has no shares without devices, and counts none who have none', () => {
    const none = { devices: 0, online: 0, active: 0, alarm: 0 }
    expect(performanceOf(9, none, crowd).figures.online).toEqual({ share: null, not_worse_than: null })
    expect(performanceOf(1, peer(1, 5), [...crowd, { agent_id: 8, ...none }]).peers).toBe(5)
  })
})
