/** What goes wrong on the next upgrade; at which byte, where it does on the way. */
export type UpgradeFault = 'none' | 'cut' | 'power_loss' | 'flip' | 'rolls_back' | 'lies' | 'refuses'
export const UPGRADE_FAULTS = ['none', 'cut', 'power_loss', 'flip', 'rolls_back', 'lies', 'refuses'] as const

/** A module of the fault run, written from the protocol's page: it shares nothing with the simulator. */
export type UpgradeModule = {
  did: string
  version: () => string
  /** The old version, and the fault of the next upgrade. */
  begin: (fault: UpgradeFault, at_byte: number) => void
  /** SHA-256 of each image it started. */
  started: string[]
  /** Bytes that came by link so far. */
  fetched: () => number
  /** Registers, as after each connection. */
  register: () => void
  /** A bad image makes it lose its board from now on. */
  weaken: () => void
  stop: () => void
}

/** What a module is; `has_http` = it fetches images by link where it is given one. */
export type ModuleKind = { hw: string; old_version: string; public_key: string; has_http?: boolean }
