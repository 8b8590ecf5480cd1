/** Refusals about kept mappings of register lists and about virtual units: code -> wire key. */
export const PRODUCT_ERRORS = {
  import_mapping_unknown: 'import mapping unknown',
  import_mappings_full: 'import mappings full',
  virtual_units_full: 'virtual units full',
  virtual_unit_unknown: 'virtual unit unknown',
} as const
