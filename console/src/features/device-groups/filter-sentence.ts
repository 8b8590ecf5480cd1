import type { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import { useCallback } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { centreText, kmText } from '../../ui/map/map-circle-text.ts'

/** Fields that say nothing alone, or are said with another. */
const UNSAID = new Set(['include_lower', 'quick'])

/** A filter of the device list in words: `Tag: school · Status: Online`. */
export const useFilterSentence = (): ((rule: DeviceGroupRule) => string) => {
  const t = useMessages('devices')
  const lang = useLanguage()
  return useCallback(
    (rule: DeviceGroupRule) => {
      const texts = {
        columns: new Map(Object.entries(t(($) => $.columns, { returnObjects: true }))),
        filters: new Map(Object.entries(t(($) => $.filters, { returnObjects: true }))),
      }
      const yesNo = (words: { yes: string; no: string }, value: boolean) => (value ? words.yes : words.no)
      const coded: Partial<Record<string, (value: string) => string | undefined>> = {
        online_status: (value) => new Map(Object.entries(t(($) => $.online, { returnObjects: true }))).get(value),
        vcard_pk: (value) => new Map(Object.entries(t(($) => $.recognition, { returnObjects: true }))).get(value),
        identify_status: (value) =>
          new Map(Object.entries(t(($) => $.recognition, { returnObjects: true }))).get(value),
        bus_status: (value) => new Map(Object.entries(t(($) => $.bus, { returnObjects: true }))).get(value),
        sim_days_left: (value) =>
          value === '0' ? t(($) => $.filters.sim_over) : t(($) => $.filters.sim_within, { count: Number(value) }),
        net: (value) => new Map(Object.entries(t(($) => $.net, { returnObjects: true }))).get(value),
      }
      const booleans = {
        active_status: t(($) => $.active, { returnObjects: true }),
        alarm_status: t(($) => $.alarm, { returnObjects: true }),
        manufacturer_stock: t(($) => $.stock, { returnObjects: true }),
        bound: t(($) => $.bound, { returnObjects: true }),
      }
      const parts = Object.entries(rule).flatMap(([key, value]): string[] => {
        if (value === undefined || UNSAID.has(key)) return []
        if (key === 'macs')
          return Array.isArray(value) ? [t(($) => $.filters.keyword_ids, { count: value.length })] : []
        const label = texts.columns.get(LABELS[key] ?? key) ?? texts.filters.get(LABELS[key] ?? key) ?? key
        const words = new Map(Object.entries(booleans)).get(key)
        if (typeof value === 'boolean' && words !== undefined) return [yesNo(words, value)]
        if (key === 'area') return [t(($) => $.filters.in_area)]
        if (key === 'circle' && rule.circle !== undefined)
          return [
            t(($) => $.filters.in_circle, {
              radius: kmText(rule.circle.radius_km, lang),
              place: centreText(rule.circle),
            }),
          ]
        if (typeof label !== 'string' || typeof value === 'object') return []
        return [`${label}: ${coded[key]?.(String(value)) ?? String(value)}`]
      })
      const quick = rule.quick === 'all' ? [] : [t(($) => $.quick[rule.quick])]
      const all = [...quick, ...parts]
      return all.length === 0 ? t(($) => $.quick.all) : all.join(' · ')
    },
    [t, lang],
  )
}

/** Where a field is called otherwise on screen. */
const LABELS: Partial<Record<string, string>> = {
  product_key: 'product_name',
  agent_id: 'agent_name',
  search: 'keyword',
  import_from: 'import_time',
  import_to: 'import_time',
  last_online_from: 'last_online',
  last_online_to: 'last_online',
  first_online_from: 'first_online_time',
  first_online_to: 'first_online_time',
}
