import type { OtaMessage } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { isUpgradeOver, type UpgradeState } from '@heatfleet/contract/transitions.ts'

/** How long a state may last without anything of the module; the states that are not here end with the wait for the unit. */
export const PATIENCE_MS: Partial<Record<UpgradeState, number>> = {
  announced: LIMITS.upgrade_announcement_ms,
  accepted: LIMITS.upgrade_progress_ms,
  downloading: LIMITS.upgrade_progress_ms,
  verifying: LIMITS.upgrade_progress_ms,
  restarting: LIMITS.upgrade_progress_ms,
}
/** States in which a unit takes one of the places of the installation's downloads. */
export const takesPlace = (state: UpgradeState): boolean => state !== 'waiting' && !isUpgradeOver(state)

export type NextStep =
  | { kind: 'move'; to: UpgradeState; reason?: string; percent?: number }
  /** The unit is asked again after a while. */
  | { kind: 'again' }

/** What a message of the module means for its upgrade. Its words are not trusted: only its codes are kept. */
export const stepAfter = (message: OtaMessage, size: number): NextStep => {
  switch (message.st) {
    case 'accept':
      return { kind: 'move', to: 'accepted', percent: percentOf(message.off, size) }
    case 'reject':
      return message.why === 'busy' ? { kind: 'again' } : { kind: 'move', to: 'rejected', reason: message.why }
    case 'dl':
      return { kind: 'move', to: 'downloading', percent: message.pct }
    case 'verify':
      return { kind: 'move', to: 'verifying', percent: 100 }
    case 'burn':
      return { kind: 'move', to: 'restarting', percent: 100 }
    case 'done':
      return endOf(message)
  }
}

const WORDS = ['crc', 'sha', 'sig', 'flash', 'timeout', 'rollback'] as const
const endOf = ({ rc, why }: Extract<OtaMessage, { st: 'done' }>): NextStep => {
  const word = WORDS.find((known) => known === why)
  if (rc === 0) return { kind: 'move', to: 'check_error', reason: 'version_not_shown' }
  if (rc === 1) return { kind: 'move', to: 'comm_exception', reason: word ?? 'broken_off' }
  return { kind: 'move', to: 'check_error', reason: rc === 2 ? (word ?? 'image_wrong') : `module_${rc}` }
}

/** Share of an image that a module has, in whole percent. */
export const percentOf = (bytes: number, size: number): number =>
  Math.max(0, Math.min(100, Math.floor((bytes * 100) / size)))

/** What a deadline that passed means. `is_here` = the module listens now; `silent_ms` = since it last did anything. */
export const afterDeadline = (
  { state, announcements }: { state: UpgradeState; announcements: number },
  { is_here, silent_ms }: { is_here: boolean; silent_ms: number },
): NextStep | { kind: 'wait'; ms: number } => {
  if (state === 'waiting') return { kind: 'move', to: 'comm_exception', reason: 'offline' }
  if (state === 'announced') {
    if (!is_here) return { kind: 'move', to: 'waiting' }
    return announcements < LIMITS.upgrade_announcements_max
      ? { kind: 'again' }
      : { kind: 'move', to: 'comm_exception', reason: 'no_answer' }
  }
  const left_ms = LIMITS.upgrade_offline_ms - silent_ms
  if (!is_here && left_ms > 0) return { kind: 'wait', ms: left_ms }
  if (!is_here) return { kind: 'move', to: 'comm_exception', reason: 'offline' }
  const reason = state === 'verifying' ? 'no_verdict' : state === 'restarting' ? 'no_restart' : 'no_progress'
  return { kind: 'move', to: 'comm_exception', reason }
}
