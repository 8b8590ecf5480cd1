import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'

/** The settings contained in a request; absent ones stay unchanged. */
export const changedSettings = (
  parts: {
    [Part in keyof ProductSettings]?: ProductSettings[Part] | undefined
  },
): Partial<ProductSettings> => Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
