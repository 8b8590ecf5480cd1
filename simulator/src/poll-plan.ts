import type { PollBlock, PollPlan } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { Block } from '@heatfleet/modbus/point.ts'

/** The plan a module runs until the cloud sends one: block A each minute, the others every five (domain 1). */
export const FACTORY_PLAN: PollPlan = {
  id: 'factory',
  ver: 0,
  rep: 60,
  fast: 10,
  to: 600,
  retry: 2,
  gap: 50,
  blk: [
    { n: 'A', a: 1, f: 3, s: 0x0000, q: 50, per: 60 },
    { n: 'B', a: 1, f: 3, s: 0x0032, q: 12, per: 300 },
    { n: 'C', a: 1, f: 3, s: 0x00c6, q: 7, per: 300 },
    { n: 'D', a: 1, f: 3, s: 0x0169, q: 29, per: 300 },
    { n: 'E', a: 1, f: 3, s: 0x018d, q: 7, per: 300 },
    { n: 'F', a: 1, f: 3, s: 0x019a, q: 5, per: 300 },
    { n: 'G', a: 1, f: 3, s: 0x01b8, q: 3, per: 300 },
    { n: 'H', a: 1, f: 3, s: 0x0200, q: 21, per: 300 },
  ],
}

/** Next moment of a period that lies `phase_s` after its full multiples: units spread, one unit's blocks align. */
export function nextDue(now_s: number, period_s: number, phase_s: number): number {
  return (Math.floor((now_s - phase_s) / period_s) + 1) * period_s + phase_s
}

/** Whether a fresh block left a dead-band around what was last reported. */
export function leavesDeadBand(plan: PollBlock, reported: Block | undefined, fresh: Block): boolean {
  if (reported?.status !== 0 || fresh.status !== 0) return false
  return (plan.db ?? []).some(([address, change]) => {
    const before = signedWord(reported, address)
    const now = signedWord(fresh, address)
    return before !== null && now !== null && Math.abs(now - before) >= change
  })
}

/** The register at an address of a block as a signed number; null when the block does not hold it. */
function signedWord({ start, quantity, data }: Block, address: number): number | null {
  if (address < start || address >= start + quantity) return null
  const at = (address - start) * 2
  return ((((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)) << 16) >> 16
}
