import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useMemo } from 'react'
import { useProducts } from '../cloud/picker-reads.ts'
import { usePermission, useSession } from '../cloud/session.ts'
import { productName } from '../messages/product-name.ts'
import { countries } from '../ui/countries.ts'
import type { FilterField } from '../ui/filter-bar.tsx'
import {
  choiceParam,
  dayParam,
  defaultParam,
  eitherParam,
  numberParam,
  type Param,
  textParam,
} from '../ui/filter-bar-params.ts'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../ui/list-filters.tsx'
import { regionFilter } from '../ui/region-filter.tsx'
import { useRegionName } from '../ui/region-names.ts'
import { dayEnd, dayStart } from '../ui/zone-day.ts'
import { agentFilters } from './agent-filters.tsx'
import { type Labelled, type One, type OneContext, type OneFilter, type PartsFilter, partOf } from './filter-kind.ts'
import type { Say } from './list.ts'

type Option<Value> = { value: Value; label: string }
/** The kinds of filters a list is declared of; `S` is fixed by {@link listOf}. */
export const filterKinds = <S extends Say>() => {
  /** A filter of one value; what it is in the address is what the request holds. */
  const one = <Value,>(
    param: Param<Value>,
    useField: (context: OneContext<S, Value>) => FilterField | null,
    { label, body }: One<S, Value> = {},
  ): OneFilter<S, Value> => ({
    holds: 'one',
    label,
    // A parameter reads and writes values of its own kind alone.
    params: (key) => ({ [key]: param as Param<unknown> }),
    useField: ({ change, ...context }) =>
      useField({
        ...context,
        // Read by this very parameter.
        value: partOf(context.values, context.key) as Value,
        change: (value) => change({ [context.key]: value }),
        all: change,
      }),
    // Read by this very parameter.
    body: (values, key) => body?.(partOf(values, key) as Value) ?? { [key]: partOf(values, key) },
  })

  /** A part of a text; `personal`: only the whole value finds anything without the right to see personal data. */
  const text = (
    max: number,
    {
      label,
      placeholder,
      personal,
    }: Labelled<S> & { placeholder?: (say: S) => string; personal?: (say: S) => string } = {},
  ) =>
    one(
      textParam(max),
      function useText({ key, label: shown, value, change, say }) {
        const sees_personal = usePermission('pii:view')
        const field = textFilter(key, shown, value, change, placeholder?.(say))
        if (personal === undefined || sees_personal) return field
        return { ...field, control: <div title={personal(say)}>{field.control}</div> }
      },
      { label },
    )

  /** One of a table of codes: `choice(STATES).text(({ t }, code) => t(($) => $.states[code]))`. */
  const choice = <const Value extends string>(codes: readonly Value[], offered: readonly Value[] = codes) => ({
    text: (
      textOf: (say: S, code: Value) => string,
      { label, body }: One<S, Value | undefined> = {},
    ): OneFilter<S, Value | undefined> =>
      one(
        choiceParam(codes),
        ({ key, label: shown, value, change, say }) => {
          const options = offered.map((code) => ({ value: code, label: textOf(say, code) }))
          const chosen = offered.find((code) => code === value)
          return choiceFilter(key, shown, options, chosen, change)
        },
        { label, body },
      ),
  })

  /** One of what a hook finds, by number; null = not offered to this person. */
  const numbered = (
    useOptions: (say: S) => readonly Option<number>[] | null,
    { label }: Labelled<S> = {},
  ): OneFilter<S, number | undefined> =>
    one(
      numberParam,
      function useNumbered({ key, label: shown, value, change, say }) {
        const options = useOptions(say)
        if (options === null) return null
        return choiceFilter(
          key,
          shown,
          options.map((option) => ({ value: String(option.value), label: option.label })),
          value === undefined ? undefined : String(value),
          (next) => change(next === undefined ? undefined : Number(next)),
        )
      },
      { label },
    )

  /** One of what a hook finds, by a code. */
  const coded = (
    max: number,
    useOptions: (say: S) => readonly Option<string>[],
    { label }: Labelled<S> = {},
  ): OneFilter<S, string> =>
    one(
      textParam(max),
      function useCoded({ key, label: shown, value, change, say }) {
        const options = useOptions(say)
        return choiceFilter(key, shown, options, value === '' ? undefined : value, (next) => change(next ?? ''))
      },
      { label },
    )

  /** A product of the scope. */
  const product = (options?: Labelled<S>) => coded(LIMITS.product_key_max, useProductOptions, options)

  const country = (options?: Labelled<S>) => coded(2, useCountries, options)

  /** A province, city or county of China with all below it. An address may name a region abroad by ISO 3166-2. */
  const region = (options?: Labelled<S>) =>
    one(
      textParam(6),
      function useRegion({ key, label: shown, value, change }) {
        const regionName = useRegionName()
        const text = value === '' ? undefined : regionName(value)
        return regionFilter(key, shown, { value, value_text: text }, change)
      },
      options,
    )

  /** Whether something is so; `needs`: offered to those with this right alone. */
  const either = (
    texts: (say: S) => { yes: string; no: string },
    { label, needs }: Labelled<S> & { needs?: Permission } = {},
  ) =>
    one(
      eitherParam,
      function useEither({ key, label: shown, value, change, say }) {
        const permissions = useSession(({ user }) => user?.permissions)
        // Of an address that has it all the same, it can be removed.
        if (needs !== undefined && value === undefined && permissions?.includes(needs) !== true) return null
        return eitherFilter(key, shown, texts(say), value, change)
      },
      { label },
    )

  /** Whole days where the person is, each end open; the keys are those of the request. */
  const days = <const From extends string, const To extends string>(
    from: From,
    to: To,
    {
      label,
      chip,
    }: Labelled<S> & { chip?: (say: S, from: string | undefined, to: string | undefined) => string | undefined } = {},
  ): PartsFilter<S, Record<From | To, string | undefined>> => ({
    holds: 'parts',
    label,
    params: () => ({ [from]: dayParam as Param<unknown>, [to]: dayParam as Param<unknown> }),
    useField: function useDays({ key, label: shown, values, change, say }) {
      const daysFilter = useDaysFilter()
      const [first, last] = [dayOf(partOf(values, from)), dayOf(partOf(values, to))]
      const field = daysFilter(key, shown, { from: first, to: last }, (next) =>
        change({ [from]: next.from, [to]: next.to }),
      )
      return chip === undefined ? field : { ...field, chip: chip(say, first, last) }
    },
    body: (values) => ({ [from]: dayStart(dayOf(partOf(values, from))), [to]: dayEnd(dayOf(partOf(values, to))) }),
  })

  /** A part of the address that narrows the list without a control of its own. */
  const hidden = <Value,>(
    param: Param<Value>,
    body?: (value: Value) => object,
  ): OneFilter<S, Value> & { label: () => string } => ({
    ...one(param, () => null, { body }),
    label: () => '',
    narrows: (values, key) => partOf(values, key) !== param.empty,
  })

  /** Tabs above the list, each a filter of its own. */
  const tabs = <const Tab extends string>(names: readonly Tab[], first: NoInfer<Tab>) => ({
    ...hidden(defaultParam(names, first)),
    kept: true,
  })

  return {
    one,
    text,
    choice,
    numbered,
    coded,
    product,
    country,
    region,
    either,
    days,
    ...agentFilters<S>(one),
    hidden,
    tabs,
  }
}

const dayOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const useProductOptions = ({ lang }: Say): readonly Option<string>[] => {
  const { data = [] } = useProducts()
  return data.map((product) => ({ value: product.product_key, label: productName(product, lang) }))
}

const useCountries = ({ lang }: Say): readonly Option<string>[] => useMemo(() => countries(lang), [lang])
