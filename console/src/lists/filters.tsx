import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo } from 'react'
import { MANUFACTURER, useAgentChoices } from '../cloud/agent-choices.ts'
import { countedAgents } from '../cloud/agent-tree.ts'
import { useRead } from '../cloud/call.ts'
import { usePermission } from '../cloud/session.ts'
import { productName } from '../messages/product-name.ts'
import { countries } from '../ui/countries.ts'
import type { FilterField } from '../ui/filter-bar.tsx'
import { FilterSwitch } from '../ui/filter-bar-controls.tsx'
import {
  choiceParam,
  dayParam,
  eitherParam,
  flagParam,
  numberParam,
  type Param,
  type Params,
  textParam,
} from '../ui/filter-bar-params.ts'
import { type FilterNode, titleOf } from '../ui/filter-bar-tree.ts'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../ui/list-filters.tsx'
import { treeFilter } from '../ui/tree-filter.tsx'
import { dayEnd, dayStart } from '../ui/zone-day.ts'
import type { Say } from './list.ts'

/** A part of an address, which has one for each parameter of its filters. */
const partOf = (values: object, key: string): unknown => new Map(Object.entries(values)).get(key)

type FieldContext<S> = {
  key: string
  label: string
  values: object
  change: (part: object) => void
  say: S
}

/** A filter of a list: its part of the address, its control and chip, its part of the request. */
export type AnyFilter<S> = {
  /** Default: the text `columns.<key>` or `filters.<key>` of the list's catalogue. */
  label?: ((say: S) => string) | undefined
  params: (key: string) => Params<Record<string, unknown>>
  /** A hook; null = this filter is not offered to the person. */
  useField: (context: FieldContext<S>) => FilterField | null
  body: (values: object, key: string) => object
}
/** A filter of one value, under its own key. */
type OneFilter<S, Value> = AnyFilter<S> & { holds: 'one'; value?: () => Value }
/** A filter of several values under keys of their own. */
type PartsFilter<S, Parts> = AnyFilter<S> & { holds: 'parts'; parts?: () => Parts }

type PartsOf<F> = {
  [Key in keyof F]: F[Key] extends { holds: 'parts'; parts?: () => infer Parts } ? Parts : never
}[keyof F]
type Together<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** The values that the filters of a list keep in its address. */
export type AddressOf<F> = {
  [Key in keyof F as F[Key] extends { holds: 'one' } ? Key : never]: F[Key] extends { value?: () => infer Value }
    ? Value
    : never
} & ([PartsOf<F>] extends [never] ? unknown : Together<PartsOf<F>>)

/** The parameters of all filters of a list. */
export const filterParams = (filters: Readonly<Record<string, Pick<AnyFilter<never>, 'params'>>>): object =>
  Object.assign({}, ...Object.entries(filters).map(([key, filter]) => filter.params(key)))

/** How long the list of a picker is good without a new request, ms. */
const PICKER_STALE_MS = 60_000

type Option<Value> = { value: Value; label: string }
type Labelled<S> = { label?: (say: S) => string }

/** The kinds of filters a list is declared of; `S` is fixed by {@link listOf}. */
export const filterKinds = <S extends Say>() => {
  /** A filter of one value; what it is in the address is what the request holds. */
  const one = <Value,>(
    param: Param<Value>,
    useField: (
      context: Omit<FieldContext<S>, 'change'> & {
        value: Value
        change: (value: Value) => void
        all: FieldContext<S>['change']
      },
    ) => FilterField | null,
    label?: (say: S) => string,
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
    body: (values, key) => ({ [key]: partOf(values, key) }),
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
      label,
    )

  /** One of a table of codes: `choice(STATES).text(({ t }, code) => t(($) => $.states[code]))`. */
  const choice = <const Value extends string>(codes: readonly Value[], offered: readonly Value[] = codes) => ({
    text: (textOf: (say: S, code: Value) => string, { label }: Labelled<S> = {}): OneFilter<S, Value | undefined> =>
      one(
        choiceParam(codes),
        ({ key, label: shown, value, change, say }) => {
          const options = offered.map((code) => ({ value: code, label: textOf(say, code) }))
          const chosen = offered.find((code) => code === value)
          return choiceFilter(key, shown, options, chosen, change)
        },
        label,
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
      label,
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
      label,
    )

  /** A product of the scope. */
  const product = (options?: Labelled<S>) => coded(LIMITS.product_key_max, useProducts, options)

  const country = (options?: Labelled<S>) => coded(2, useCountries, options)

  /** Whether something is so. */
  const either = (texts: (say: S) => { yes: string; no: string }, { label }: Labelled<S> = {}) =>
    one(
      eitherParam,
      ({ key, label: shown, value, change, say }) => eitherFilter(key, shown, texts(say), value, change),
      label,
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

  type Tree = { value: number | undefined; shown: string | undefined; nodes: readonly FilterNode[] }

  /** A distributor of the tree; `below` names it together with those below it. */
  const agent = ({
    label,
    below,
    counted = false,
  }: Labelled<S> & {
    below?: (say: S, agent: string) => string
    /** With how many devices each has. */
    counted?: boolean
  } = {}): OneFilter<S, number | undefined> =>
    one(
      numberParam,
      function useAgent({ key, label: shown, value, change, say }) {
        const tree = useTree(counted, null)
        const name = value === undefined ? undefined : (titleOf(tree, value) ?? String(value))
        const chosen: Tree = {
          value,
          shown: name === undefined ? undefined : (below?.(say, name) ?? name),
          nodes: tree,
        }
        return treeFilter(key, shown, chosen, change)
      },
      label,
    )

  /** The same with a switch for those below it. */
  const agentAndLower = ({
    label,
    lower,
    below,
    counted = false,
    useManufacturer = () => null,
  }: Labelled<S> & {
    /** Label of the switch. */
    lower: (say: S) => string
    below: (say: S, agent: string) => string
    counted?: boolean
    /** The manufacturer's own name where it can be chosen too. */
    useManufacturer?: (say: S) => string | null
  }): PartsFilter<S, { agent_id: number | undefined; include_lower: boolean }> => ({
    holds: 'parts',
    label,
    params: () => ({ agent_id: numberParam as Param<unknown>, include_lower: flagParam(true) as Param<unknown> }),
    useField: function useAgentAndLower({ key, label: shown, values, change, say }) {
      const tree = useTree(counted, useManufacturer(say))
      const agent_id = partOf(values, 'agent_id')
      const value = typeof agent_id === 'number' ? agent_id : undefined
      const on = partOf(values, 'include_lower') === true
      const name = value === undefined ? undefined : (titleOf(tree, value) ?? String(value))
      const chip = name !== undefined && on && value !== MANUFACTURER ? below(say, name) : name
      const footer = <FilterSwitch label={lower(say)} on={on} onChange={(next) => change({ include_lower: next })} />
      const field = treeFilter(key, shown, { value, shown: chip, nodes: tree, footer }, (next) =>
        change({ agent_id: next }),
      )
      return { ...field, clear: () => change({ agent_id: undefined, include_lower: true }) }
    },
    body: (values) => ({ agent_id: partOf(values, 'agent_id'), include_lower: partOf(values, 'include_lower') }),
  })

  /** A part of the address that narrows the list without a control of its own. */
  const hidden = <Value,>(param: Param<Value>): OneFilter<S, Value> & { label: () => string } => ({
    ...one(param, () => null),
    label: () => '',
  })

  return { one, text, choice, numbered, coded, product, country, either, days, agent, agentAndLower, hidden }
}

const dayOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const useProducts = ({ lang }: Say): readonly Option<string>[] => {
  const { data = [] } = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  return data.map((product) => ({ value: product.product_key, label: productName(product, lang) }))
}

const useCountries = ({ lang }: Say): readonly Option<string>[] => useMemo(() => countries(lang), [lang])

const useTree = (counted: boolean, manufacturer: string | null): readonly FilterNode[] => {
  const plain = useAgentChoices(manufacturer)
  const agents = useRead(api.menuAgents, undefined, { staleTime: PICKER_STALE_MS })
  const tree = useMemo(() => countedAgents(agents.data ?? []), [agents.data])
  return counted ? tree : plain
}
