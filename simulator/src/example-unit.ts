import type { UnitSpec } from './fleet-file.ts'

/** A unit for tests: the device of the golden vectors. */
export const EXAMPLE_UNIT: UnitSpec = {
  did: '863412060123455',
  secret_hex: '00112233445566778899aabbccddeeff'.repeat(2),
  net: '4g',
  iccid: '89860324421045678909',
  lat: 48.4,
  lon: 10,
  model: 'A103008',
  rated_kw: 8,
  climate: 'ulm',
  house: 'modern',
  fault: null,
  hw: 'DTU4G-B',
  fw: '1.3.0',
}

/** A winter noon, unix s. */
export const WINTER_NOON_S = Date.UTC(2026, 0, 15, 12) / 1000
