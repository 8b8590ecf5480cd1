import type { DiagnosisFinding } from '@heatfleet/contract/devices/diagnosis.ts'

type Known = { mac: string; product_key: string; iccid: string | null }
/** Screens that the person may open. */
type Rights = { product: boolean; iccid: boolean; model: boolean }

const CARD: readonly DiagnosisFinding[] = ['sim_unlisted', 'sim_ending', 'sim_over', 'sim_stopped', 'sim_traffic_used']
const PRODUCT: readonly DiagnosisFinding[] = [
  'product_unpublished',
  'points_none',
  'parsing_refused',
  'parsing_some_refused',
]

const MODEL: readonly DiagnosisFinding[] = ['product_unrecognized', 'product_disabled', 'parsing_no_values']

/** The screen on which a finding is mended; null = it is mended at the unit, or by somebody else. */
export const fixPath = (
  finding: DiagnosisFinding,
  { mac, product_key, iccid }: Known,
  rights: Rights,
): string | null => {
  if (CARD.includes(finding))
    return rights.iccid ? `/device/iccid-manage?iccid=${encodeURIComponent(iccid ?? '')}` : null
  if (PRODUCT.includes(finding))
    return rights.product ? `/product/product-detail/${encodeURIComponent(product_key)}` : null
  if (MODEL.includes(finding)) return rights.model ? `/device/device-detail/${mac}?tab=model` : null
  if (finding === 'module_replaced') return `/device/replacement-list?search=${mac}`
  if (finding === 'fresh_old' || finding === 'fresh_never') return `/device/device-detail/${mac}?tab=live`
  return null
}
