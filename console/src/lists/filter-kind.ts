import type { FilterField } from '../ui/filter-bar.tsx'
import type { Params } from '../ui/filter-bar-params.ts'

/** A part of an address, which has one for each parameter of its filters. */
export const partOf = (values: object, key: string): unknown => new Map(Object.entries(values)).get(key)

type FieldContext<S> = {
  key: string
  label: string
  values: object
  change: (part: object) => void
  say: S
}

/** What the control of a filter of one value is made with. */
export type OneContext<S, Value> = Omit<FieldContext<S>, 'change'> & {
  value: Value
  change: (value: Value) => void
  all: FieldContext<S>['change']
}

/** A filter of a list: its part of the address, its control and chip, its part of the request. */
export type AnyFilter<S> = {
  /** Default: the text `columns.<key>` or `filters.<key>` of the list's catalogue. */
  label?: ((say: S) => string) | undefined
  params: (key: string) => Params<Record<string, unknown>>
  /** A hook; null = this filter is not offered to the person. */
  useField: (context: FieldContext<S>) => FilterField | null
  body: (values: object, key: string) => object
  /** Whether it narrows the list without a chip. */
  narrows?: (values: object, key: string) => boolean
  /** Clearing the filters leaves it as it is. */
  kept?: boolean
}
/** A filter of one value, under its own key. */
export type OneFilter<S, Value> = AnyFilter<S> & { holds: 'one'; value?: () => Value }
/** A filter of several values under keys of their own. */
export type PartsFilter<S, Parts> = AnyFilter<S> & { holds: 'parts'; parts?: () => Parts }

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

export type Labelled<S> = { label?: ((say: S) => string) | undefined }
/** What a filter of one value may bring. */
export type One<S, Value> = Labelled<S> & {
  /** Its part of the request, where that is not its value under its own key. */
  body?: ((value: Value) => object) | undefined
}
