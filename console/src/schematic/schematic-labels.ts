/** The words of the drawing; the screen gives them in the person's language. */
export type SchematicLabels = {
  /** One sentence for those who hear the drawing instead of seeing it. */
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

/** A value as drawn: digits and unit apart, because the unit is set weaker; a dash when unknown. */
export type DrawnValue = { text: string; unit: string }
/** Gives the drawn value of a point. */
export type Draw = (key: string) => DrawnValue
