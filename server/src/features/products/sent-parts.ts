import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'

/** The parts of the settings that were sent; those that were not are left as they are. */
export const sentParts = (
  parts: {
    [Part in keyof ProductSettings]?: ProductSettings[Part] | undefined
  },
): Partial<ProductSettings> => Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
