import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import type { MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import { writeBox } from '../../ui/map/map-box-text.ts'
import { writeCircle } from '../../ui/map/map-circle-text.ts'

/** What is selected on the map: the device list has a filter of the same name for either. */
export type Selection = { area: MapBox; circle?: undefined } | { circle: MapCircle; area?: undefined }

/** The selection as the address of the device list has it. */
export const selectionQuery = ({ area, circle }: Selection): { area: string } | { circle: string } =>
  area === undefined ? { circle: writeCircle(circle) } : { area: writeBox(area) }
