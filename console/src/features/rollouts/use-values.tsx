import { useCallback, useMemo } from 'react'
import { usePointText } from '../../points/point-text.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { UNKNOWN } from '../../ui/format.ts'

type Valued = { key: string; value: number | null }

/** Settings of a product in words, by its version in use: `Heating set-point 47 °C`. */
export const useSettingTexts = (product_key: string | undefined) => {
  const { definition, error } = useDefinition(product_key)
  const { inline, nameOf } = usePointText()
  const settingName = useCallback(
    (key: string): string => {
      const point = definition?.get(key)
      return point === undefined ? key : nameOf(point)
    },
    [definition, nameOf],
  )
  const settingValue = useCallback(
    (key: string, value: number | null): string => (value === null ? UNKNOWN : inline(definition?.get(key), value)),
    [definition, inline],
  )
  /** Several in one line; a single one without its name, which the title of the table says. */
  const settingLine = useCallback(
    (values: readonly Valued[]): string => {
      const [only] = values
      if (only === undefined) return ''
      if (values.every(({ value }) => value === null)) return ''
      if (values.length === 1) return settingValue(only.key, only.value)
      return values.map(({ key, value }) => `${settingName(key)} ${settingValue(key, value)}`).join(' · ')
    },
    [settingName, settingValue],
  )
  return useMemo(
    () => ({ definition, error, settingName, settingValue, settingLine }),
    [definition, error, settingName, settingValue, settingLine],
  )
}
