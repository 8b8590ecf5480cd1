import { useCallback } from 'react'
import type { Language } from './language-code.ts'
import { useLanguage } from './messages.ts'

/** A product's two names, whatever the endpoint calls them. */
type Names = { name: string; english_name: string }

/** How a product is called in this language: its own name in Chinese, the English one elsewhere when there is one. */
export const productName = ({ name, english_name }: Names, language: Language): string =>
  language === 'zh' || english_name === '' ? name : english_name

/** How the product of a device is called in this language. */
export const productOf = (device: { product_name: string; product_english_name: string }, language: Language): string =>
  productName({ name: device.product_name, english_name: device.product_english_name }, language)

/** {@link productName} in the person's language. */
export const useProductName = (): ((names: Names) => string) => {
  const language = useLanguage()
  return useCallback((names) => productName(names, language), [language])
}
