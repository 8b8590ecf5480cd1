/** Refusals of the address search: `code -> wire key`. */
export const MAP_ERRORS = {
  geocoder_not_set: 'geocoder not set',
  geocoder_failed: 'geocoder failed',
  geocoder_busy: 'geocoder busy',
} as const
