import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../messages/messages.ts'
import type { ProductTexts } from './product-texts.ts'

const PARTS = Object.keys(INITIAL_SETTINGS) as (keyof typeof INITIAL_SETTINGS)[] // exactly the keys of its type

/** Names of settings, joined. */
export const partsText = (t: ProductTexts, parts: readonly string[]): string =>
  PARTS.filter((part) => parts.includes(part))
    .map((part) => t(($) => $.settings_parts[part]))
    .join(', ')

/** The name of a setting or of its field; unknown ones as they are. */
export const useSettingText = (): ((name: string) => string) => {
  const t = useMessages('products')
  const parts: Readonly<Record<string, string>> = t(($) => $.settings_parts, { returnObjects: true })
  const access: Readonly<Record<string, unknown>> = t(($) => $.access, { returnObjects: true })
  const panel: Readonly<Record<string, unknown>> = t(($) => $.panel, { returnObjects: true })
  return (name) => {
    const text = parts[name] ?? access[name] ?? panel[name]
    return typeof text === 'string' ? text : name
  }
}
