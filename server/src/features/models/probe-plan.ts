import type { RecognitionProbe } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { Fingerprint, FingerprintBlock } from './fingerprint.ts'
import { type Evidence, isPossible, type Match, matchOf } from './match.ts'

/** Probes of one command (device-protocol 3). */
const PROBES_A_COMMAND = 32
/** Commands spent on finding the bus: at 600 ms for each silent probe the minute must last for the reads that follow. */
const BUS_COMMANDS_MAX = 2

/**
 * Probes that find out the bus settings: of each settings that a list names one register of every list, the settings of
 * most lists first, `first` before all others. A board answers at least one register of its own list.
 */
export const busProbesOf = (
  fingerprints: readonly Fingerprint[],
  first: Fingerprint['access'] | null,
): RecognitionProbe[][] => {
  const groups = new Map<string, { access: Fingerprint['access']; probes: Map<string, RecognitionProbe> }>()
  for (const { access, blocks } of fingerprints) {
    const [block] = blocks.toSorted((one, other) => other.checked.length - one.checked.length)
    if (block === undefined) continue
    const key = busKey(access)
    const group = groups.get(key) ?? { access, probes: new Map<string, RecognitionProbe>() }
    const start = block.checked[0]?.point.address ?? block.start
    group.probes.set(`${block.fn}/${start}`, {
      baud: access.baud,
      fmt: access.format,
      a: access.slave,
      f: block.fn,
      s: start,
      q: 1,
    })
    groups.set(key, group)
  }
  const ordered = [...groups.values()].toSorted(
    (one, other) =>
      Number(isSameBus(other.access, first)) - Number(isSameBus(one.access, first)) ||
      other.probes.size - one.probes.size,
  )
  // One probe of each settings comes before second ones: most boards answer to any register of their range.
  const rounds = ordered.flatMap(({ probes }, group) =>
    [...probes.values()].map((probe, round) => ({ probe, round, group })),
  )
  const probes = rounds
    .toSorted((one, other) => Math.min(one.round, 4) - Math.min(other.round, 4) || one.group - other.group)
    .map(({ probe }) => probe)
  return Array.from({ length: Math.min(BUS_COMMANDS_MAX, Math.ceil(probes.length / PROBES_A_COMMAND)) }, (_, at) =>
    probes.slice(at * PROBES_A_COMMAND, (at + 1) * PROBES_A_COMMAND),
  )
}

/** The lists of these bus settings. */
export const onBus = (
  fingerprints: readonly Fingerprint[],
  { baud, fmt, a }: { baud: number; fmt: string; a: number },
): Fingerprint[] =>
  fingerprints.filter(({ access }) => access.baud === baud && access.format === fmt && access.slave === a)

/**
 * The block to be read next: of the list that fits best so far the one with most to check, so that a wrong list is dropped
 * and a right one confirmed by few reads; null = every possible list was read.
 */
export const nextRead = (
  fingerprints: readonly Fingerprint[],
  evidence: readonly Evidence[],
): { matches: Match[]; block: FingerprintBlock | null } => {
  const matches = fingerprints.map((fingerprint) => matchOf(fingerprint, evidence))
  const [leading] = matches
    .filter((match) => match.unread.length > 0 && isPossible(match))
    .toSorted((one, other) => other.confirmed - one.confirmed || other.bits - one.bits)
  const [block] = (leading?.unread ?? []).toSorted((one, other) => other.checked.length - one.checked.length)
  return { matches, block: block ?? null }
}

const busKey = ({ baud, format, slave }: Fingerprint['access']): string => `${baud}/${format}/${slave}`
const isSameBus = (access: Fingerprint['access'], other: Fingerprint['access'] | null): boolean =>
  other !== null && busKey(access) === busKey(other)
