import type { AccessRows } from '../rows.ts'

/** The map: every device of the stage has a position. */
export const rows: AccessRows = {
  mapList: { sends: { body: { box: { west: -180, south: -85, east: 180, north: 85 }, zoom: 4 } } },
  // The stage has no geocoder.
  mapGeocode: { sends: { body: { text: 'Hangzhou' } }, answers: 'geocoder_not_set' },
}
