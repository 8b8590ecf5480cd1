import type { OrderPart } from '@heatfleet/contract/service-orders/visit.ts'
import type { Language } from '../messages/language-code.ts'
import { formatNumber } from '../ui/format.ts'

/** Parts used as one text: `1 × Flow switch · 12-3456`. */
export const partsText = (parts: readonly OrderPart[], lang: Language): string =>
  parts
    .map(({ name, number, quantity }) =>
      [`${formatNumber(quantity, 0, lang)} × ${name}`, number].filter(Boolean).join(' · '),
    )
    .join(', ')
