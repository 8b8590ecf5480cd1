import type { OwnerMetadata, OwnerPoint } from '@heatfleet/contract/owner-data/owner-data.ts'
import type { WordLanguage } from '@heatfleet/contract/products/points.ts'
import { measureOf, TOTALS_ONLY } from './measures.ts'

/** How a bridge names what it publishes. */
export type Naming = {
  /** Of this bridge, in topics: two bridges at one broker have two names. */
  name: string
  /** Where Home Assistant looks for configurations. */
  prefix: string
  language: WordLanguage
  /** Who made the units. */
  maker: string
  /** Version of this program. */
  version: string
}

/** A point as Home Assistant knows it. */
export type Entity = {
  key: string
  config_topic: string
  config: DiscoveryConfig
  state_topic: string
  /** A value as it is published. */
  textOf: (value: number) => string
}

/** The part of Home Assistant's discovery schema that is used here. */
type DiscoveryConfig = {
  unique_id: string
  name: string
  state_topic: string
  availability: { topic: string }[]
  availability_mode: 'all'
  device_class?: string
  state_class?: 'measurement' | 'total_increasing'
  unit_of_measurement?: string
  suggested_display_precision?: number
  options?: string[]
  entity_category?: 'diagnostic'
  device: Record<string, string | string[]>
  origin: { name: string; sw_version: string }
}

/** Groups of points that an owner looks at; what is in any other, and each setting, is of the category `diagnostic`. */
const EVERYDAY_GROUPS: readonly string[] = ['status', 'state', 'energy', 'dhw']
/** A state whose value has no name: Home Assistant shows it as unknown. */
const UNKNOWN = 'None'

export const ORIGIN = 'Heatfleet'

/** `online` while this bridge is connected; the last will says `offline`. */
export const bridgeStatusTopic = ({ name }: Naming): string => `heatfleet/${name}/status`
/** `online` while the unit reports. */
export const unitStatusTopic = ({ name }: Naming, device_id: string): string =>
  `heatfleet/${name}/${idOf(device_id)}/status`

/** Every point that a unit gives, as an entity. What the manufacturer withholds is not in the metadata, and so in none. Pure. */
export const entitiesOf = (metadata: OwnerMetadata, naming: Naming): Entity[] => {
  const { name, prefix, language } = naming
  const unit = idOf(metadata.device_id)
  return metadata.points.map((point) => {
    const shape = shapeOf(point, language)
    const state_topic = `heatfleet/${name}/${unit}/${point.key}`
    return {
      key: point.key,
      config_topic: `${prefix}/${shape.component}/heatfleet_${unit}/${point.key}/config`,
      state_topic,
      textOf: shape.textOf,
      config: {
        unique_id: `heatfleet_${unit}_${point.key}`,
        name: point.names[language] || point.key,
        state_topic,
        availability: [{ topic: bridgeStatusTopic(naming) }, { topic: unitStatusTopic(naming, metadata.device_id) }],
        availability_mode: 'all',
        ...shape.fields,
        ...(isTechnical(point) ? { entity_category: 'diagnostic' as const } : {}),
        device: {
          identifiers: [`heatfleet_${unit}`],
          name: metadata.device_name || metadata.device_id,
          manufacturer: naming.maker,
          model: language === 'zh' ? metadata.product_name : metadata.product_english_name || metadata.product_name,
          serial_number: metadata.device_id,
          ...(metadata.product_version === null ? {} : { sw_version: String(metadata.product_version) }),
        },
        origin: { name: ORIGIN, sw_version: naming.version },
      },
    }
  })
}

const isTechnical = ({ group, writable }: OwnerPoint): boolean => writable || !EVERYDAY_GROUPS.includes(group)

type Shape = {
  component: 'sensor' | 'binary_sensor'
  fields: Pick<
    DiscoveryConfig,
    'device_class' | 'state_class' | 'unit_of_measurement' | 'suggested_display_precision' | 'options'
  >
  textOf: (value: number) => string
}

const shapeOf = (point: OwnerPoint, language: WordLanguage): Shape => {
  if (point.kind !== 'state') return numberShape(point)
  if (isOnOff(point))
    return {
      component: 'binary_sensor',
      fields: point.group === 'fault' ? { device_class: 'problem' } : {},
      textOf: (value) => (value === 0 ? 'OFF' : 'ON'),
    }
  const names = choiceNames(point, language)
  return {
    component: 'sensor',
    fields: { device_class: 'enum', options: [...names.values()] },
    textOf: (value) => names.get(value) ?? UNKNOWN,
  }
}

/** A single bit, or a state of exactly 0 and 1. */
const isOnOff = ({ data_type, choices }: OwnerPoint): boolean =>
  choices.length === 0
    ? data_type === 'bit' || data_type === 'bool'
    : choices.length === 2 && choices.every(({ value }) => value === 0 || value === 1)

/** The name of each value; one that two values share is told apart by its number. */
const choiceNames = ({ choices }: OwnerPoint, language: WordLanguage): Map<number, string> => {
  const texts = choices.map(({ value, names }) => names[language] || String(value))
  return new Map(
    choices.map(({ value }, at) => {
      const text = texts[at] ?? String(value)
      return [value, texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${text} (${value})`]
    }),
  )
}

const numberShape = (point: OwnerPoint): Shape => {
  const measure = measureOf(point.unit)
  const is_total = point.kind === 'counter'
  const device_class =
    measure?.device_class !== undefined &&
    (is_total ? isTotalled(measure.device_class) : !TOTALS_ONLY.includes(measure.device_class))
      ? measure.device_class
      : undefined
  return {
    component: 'sensor',
    fields: {
      ...(device_class === undefined ? {} : { device_class }),
      ...(point.group === 'info' ? {} : { state_class: is_total ? 'total_increasing' : 'measurement' }),
      ...(measure === null ? {} : { unit_of_measurement: measure.unit }),
      suggested_display_precision: point.decimals,
    },
    textOf: String,
  }
}

/** Classes of which Home Assistant takes a total. */
const isTotalled = (device_class: string): boolean => device_class === 'duration' || TOTALS_ONLY.includes(device_class)

/** A part of a topic: letters, figures, hyphen and underscore. */
const idOf = (device_id: string): string => device_id.replaceAll(/[^\w-]/g, '_')
