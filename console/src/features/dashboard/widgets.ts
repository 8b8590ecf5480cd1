import type { ListLayout } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'

/** The panels of the front page, in the order in which a manufacturer looks at its fleet. */
export const WIDGETS = [
  'attention',
  'status',
  'codes',
  'trend',
  'funnel',
  'cop',
  'orders',
  'products',
  'agents',
  'regions',
] as const
export type Widget = (typeof WIDGETS)[number]

/** What a panel needs beyond the page itself. */
const NEEDS: Partial<Record<Widget, Permission>> = { attention: 'device:view', orders: 'order:view' }

/** What the page shows at first, by what an account works on (product 3.2). */
export const PRESETS = {
  fleet: WIDGETS,
  service: ['attention', 'orders', 'codes', 'trend', 'status', 'cop'],
  distributor: ['attention', 'status', 'funnel', 'trend', 'orders', 'cop', 'codes', 'agents', 'products'],
} as const satisfies Record<string, readonly Widget[]>
export type Preset = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[] // its own keys

type Person = { agent_id: number | null; permissions: readonly Permission[] }

/** The preset of an account: of a distributor its own; of the manufacturer's people who work on alarms and ship nothing, the service's. */
export const presetOf = ({ agent_id, permissions }: Person): Preset => {
  if (agent_id !== null) return 'distributor'
  return permissions.includes('alarm:process') && !permissions.includes('shipment:ship') ? 'service' : 'fleet'
}

/** The panels that an account may see. */
export const widgetsFor = (permissions: readonly Permission[]): Widget[] =>
  WIDGETS.filter((widget) => {
    const needs = NEEDS[widget]
    return needs === undefined || permissions.includes(needs)
  })

/** The panels that are shown, in order: as laid out, or as the preset has them. */
export const shownWidgets = (layout: ListLayout | null, person: Person): Widget[] => {
  const allowed = new Set(widgetsFor(person.permissions))
  const wanted = new Set<string>(layout?.shown ?? PRESETS[presetOf(person)])
  return [...wanted].flatMap((key) => WIDGETS.find((widget) => widget === key && allowed.has(widget)) ?? [])
}

/** A layout that shows these panels. */
export const layoutOfWidgets = (shown: readonly Widget[]): ListLayout => ({ shown: [...shown], density: 'normal' })
