import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { SimulatedEvent } from '@heatfleet/contract/simulator/simulator.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber, inChosenUnit } from '../../ui/format.ts'

export type SimulatedProducts = ResultOf<typeof api.simulator>['products']

/** What an event is and where, in the viewer's language. */
export const useEventText = (products: SimulatedProducts) => {
  const t = useMessages('simulator')
  const lang = useLanguage()
  const what = ({ kind, product_key, fault_key, delta_k }: SimulatedEvent): string => {
    const name = t(($) => $.kinds[kind])
    if (kind === 'fault') {
      const product = products.find((one) => one.product_key === product_key)
      const fault = product?.faults.find(({ key }) => key === fault_key)
      return `${name}: ${faultLabel(fault ?? { key: fault_key ?? '', code: null, names: null }, lang)}`
    }
    if (delta_k === null) return name
    const { value, unit } = inChosenUnit(delta_k, 'K')
    return `${name} ${value > 0 ? '+' : ''}${formatNumber(value, 0, lang)} ${unit}`
  }
  const where = ({ target, target_name, units }: SimulatedEvent): string => {
    if (target.by === 'all') return t(($) => $.where_all)
    if (target.by === 'region') return t(($) => $.where_region, { code: target.region_code })
    return target.by === 'macs' && units > 1 ? `${target_name} …` : target_name
  }
  return { what, where }
}

/** A fault by code and name. */
export const faultLabel = (
  { key, code, names }: { key: string; code: string | null; names: Record<'zh' | 'en' | 'pl', string> | null },
  lang: 'zh' | 'en' | 'pl',
): string => `${code ?? key}${names === null ? '' : ` · ${names[lang]}`}`
