import { Device } from '@heatfleet/contract/devices/devices.ts'

/** The devices of a page that the database wrote, held against the contract. */
export const devicesOf = ({ written }: { written: readonly string[] }): Device[] =>
  Device.strict()
    .array()
    .parse(JSON.parse(`[${written.join()}]`))
