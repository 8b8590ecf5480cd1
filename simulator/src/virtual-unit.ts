import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import { readRecorded } from './replay-track.ts'
import { createUnit, type Unit, WARM_UP_S } from './unit.ts'
import {
  answerVirtual,
  createVirtualBoard,
  define,
  followSettings,
  keepRecords,
  show,
  type VirtualBoard,
} from './virtual-board.ts'
import { virtualValue } from './virtual-values.ts'

type VirtualSpec = VirtualFleet['units'][number]

/** A unit whose machine is simulated as ever, behind a board made from a product's points. */
export type VirtualUnit = { unit: Unit; face: VirtualBoard }

/** A virtual unit on a bus that never fails: what is tried is the definition. */
export function createVirtualUnit(spec: VirtualSpec, now_s: number): VirtualUnit {
  const { did, secret_hex, slave, data_type } = spec
  const machine = { did, secret_hex, net: 'wifi', iccid: null, ...MACHINE } as const
  const unit = createUnit(machine, 1, now_s - WARM_UP_S, now_s)
  const face = createVirtualBoard(slave)
  const recorded = spec.replay === undefined ? null : readRecorded(spec.replay)
  const valueAt = (point: DataPoint, at_s: number): number =>
    (unit.board.plant.planted_faults.includes(point.key) ? null : recorded?.(point.key, at_s)) ??
    virtualValue(point, unit.board.plant, at_s)
  const settings = new Map<string, number>()
  unit.mcu = null
  wire(unit, spec)
  unit.bus.module_side = unit.bus.board_side
  unit.data_type = data_type
  unit.bus.lost_share = 0
  unit.bus.answer = (frame, at_s) => {
    show(face, (point) => valueAt(point, at_s))
    if (recorded !== null) followSettings(face, settings, (point) => recorded(point.key, at_s))
    keepRecords(face, unit.board.plant, at_s)
    return spec.board === 'silent' ? null : answerVirtual(face, frame)
  }
  define(face, spec, (point) => valueAt(point, now_s))
  return { unit, face }
}

/** The same unit under another definition, as when a version is published: what people set stays. */
export function redefine({ unit, face }: VirtualUnit, spec: VirtualSpec, now_s: number): void {
  unit.data_type = spec.data_type
  wire(unit, spec)
  face.slave = spec.slave
  define(face, spec, (point) => virtualValue(point, unit.board.plant, now_s))
}

/** The board's side of the line; the module's stays as it was set. */
function wire(unit: Unit, { baud, fmt, slave }: VirtualSpec): void {
  unit.bus.board_side = { baud, fmt }
  unit.slave = slave
}

const MACHINE = {
  lat: 48.4,
  lon: 10,
  model: 'virtual',
  rated_kw: 8,
  climate: 'ulm',
  house: 'modern',
  fault: null,
  hw: 'VIRTUAL',
  fw: '1.0.0',
} as const
