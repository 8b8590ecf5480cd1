/** Texts of the schematic in the viewer's language. */
export type SchematicLabels = {
  /** Description for screen readers. */
  description: string
  outdoor_unit: string
  indoor_unit: string
  outdoor: string
  fan: string
  coil: string
  suction: string
  discharge: string
  evaporating: string
  condensing: string
  compressor: string
  four_way: string
  expansion: string
  exchanger: string
  output: string
  pump: string
  flow: string
  return: string
  hot_water: string
  circuit: string
  pool: string
  set: string
  electric_heater: string
}

/** A drawn value: digits and unit apart, because the unit is muted; a dash when unknown. */
export type DrawnValue = { text: string; unit: string }
/** Formats the value of a point. */
export type Draw = (key: string) => DrawnValue
