import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useValueText } from '../../../ui/value-text.ts'

const { shape } = DataPoint

/** Formats a value of a point's field: choices and codes by name, formulas and limits as typed. */
export const useFieldText = (): ((field: string, value: unknown) => string) => {
  const t = useMessages('products')
  const lang = useLanguage()
  const valueText = useValueText()
  const coded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    query_cmd: t(($) => $.points.functions, { returnObjects: true }),
    write_cmd: t(($) => $.points.writes, { returnObjects: true }),
    rw: t(($) => $.points.rw, { returnObjects: true }),
    data_type: t(($) => $.points.types, { returnObjects: true }),
    tier: t(($) => $.points.tiers, { returnObjects: true }),
    level: t(($) => $.points.levels, { returnObjects: true }),
    visible: t(($) => $.points.audiences, { returnObjects: true }),
  }
  return (field, value) => {
    const code_name = coded[field]?.[String(value)]
    if (code_name !== undefined) return code_name
    if (field === 'names') {
      const names = shape.names.safeParse(value).data
      if (names !== undefined)
        return [...new Set([names.en, names.zh, names.pl])].filter((name) => name !== '').join(' | ')
    }
    if (field === 'formulas') {
      const formulas = shape.formulas.safeParse(value).data
      if (formulas !== undefined)
        return (['read', 'write', 'display'] as const)
          .filter((name) => formulas[name] !== null)
          .map((name) => `${t(($) => $.points.fields[name])}: ${formulas[name]}`)
          .join('; ')
    }
    if (field === 'choices') {
      const choices = shape.choices.safeParse(value).data
      if (choices !== undefined && choices.length > 0)
        return choices.map((choice) => `${choice.value} ${choice.names[lang] || choice.names.en}`).join(', ')
    }
    if (field === 'min' || field === 'max') {
      const limit = shape.min.safeParse(value).data
      if (limit !== undefined && limit !== null && typeof limit === 'object') return limit.point
    }
    return valueText(value)
  }
}
