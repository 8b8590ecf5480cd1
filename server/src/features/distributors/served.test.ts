import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { serviceOf } from './served.ts'

const HOUR_MS = 3_600_000
const peer = (agent_id: number, hours: number | null, satisfied: number, rated = 10) => ({
  agent_id,
  handled: hours === null ? 0 : 10,
  handling_ms: hours === null ? null : hours * HOUR_MS,
  rated,
  satisfied,
})
const crowd = [peer(1, 10, 5), peer(2, 8, 6), peer(3, 6, 7), peer(4, 4, 8), peer(5, 2, 9)]

describe('the service of a distributor among its peers', () => {
  it('is not worse than those who take as long or longer, and who please as few or fewer', () => {
    const service = serviceOf(4, peer(4, 4, 8), crowd)
    expect(service).toMatchObject({ handling_ms: 4 * HOUR_MS, satisfied: 0.8 })
    expect(service.handling).toEqual({ peers: 5, not_worse_than: 0.75 })
    expect(service.satisfaction).toEqual({ peers: 5, not_worse_than: 0.75 })
  })

  it('counts only those that have the figure', () => {
    const others = [...crowd, peer(8, null, 0, 0)]
    expect(serviceOf(4, peer(4, 4, 8), others).handling.peers).toBe(5)
    expect(serviceOf(8, peer(8, null, 0, 0), others)).toMatchObject({
      handling: { peers: 5, not_worse_than: null },
      satisfied: null,
      satisfaction: { peers: 5, not_worse_than: null },
    })
  })

  it('is not compared when so few could be guessed, or for accounts that see a part', () => {
    const few = crowd.slice(0, LIMITS.performance_peers_min - 1)
    expect(serviceOf(1, peer(1, 10, 5), few).handling.not_worse_than).toBeNull()
    expect(serviceOf(1, peer(1, 10, 5), null).satisfaction).toEqual({ peers: 0, not_worse_than: null })
  })
})
