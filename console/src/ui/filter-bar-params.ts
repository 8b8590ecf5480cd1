/**
 * Filters live in the query of the address, so that a link shows what its sender saw. A parameter reads its text (null
 * when the text is nothing it knows) and writes its value (null = leave it out: empty values are dropped).
 */
export type Param<Value> = {
  empty: Value
  read: (text: string) => Value | null
  write: (value: Value) => string | null
}
/** One parameter for each value. */
export type Params<Values> = { [K in keyof Values]: Param<Values[K]> }
/** The values of a table of parameters. */
export type ValuesOf<P> = { [K in keyof P]: P[K] extends Param<infer Value> ? Value : never }

/** Free text, trimmed when it is written; cut at `max` characters. */
export const textParam = (max: number): Param<string> => ({
  empty: '',
  read: (text) => text.slice(0, max),
  write: (value) => (value.trim() === '' ? null : value.trim()),
})

/** One of a table of names, or nothing. */
export const choiceParam = <const Name extends string>(names: readonly Name[]): Param<Name | undefined> => ({
  empty: undefined,
  read: (text) => names.find((name) => name === text) ?? null,
  write: (value) => value ?? null,
})

/** One of a table of names with a default that is not written. */
export const defaultParam = <const Name extends string>(names: readonly Name[], empty: NoInfer<Name>): Param<Name> => ({
  empty,
  read: (text) => names.find((name) => name === text) ?? null,
  write: (value) => (value === empty ? null : value),
})

/** Yes, no, or either. */
export const eitherParam: Param<boolean | undefined> = {
  empty: undefined,
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : null),
  write: (value) => (value === undefined ? null : value ? 'yes' : 'no'),
}

/** A switch with a default that is not written. */
export const flagParam = (empty: boolean): Param<boolean> => ({
  empty,
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : null),
  write: (value) => (value === empty ? null : value ? 'yes' : 'no'),
})

/** A whole number of at least 1, or nothing. */
export const numberParam: Param<number | undefined> = {
  empty: undefined,
  read: (text) => wholeOf(text),
  write: (value) => (value === undefined ? null : String(value)),
}

/** A whole number of at least 1 with a default that is not written; `allowed` limits it. */
export const countParam = (empty: number, allowed?: readonly number[]): Param<number> => ({
  empty,
  read: (text) => {
    const value = wholeOf(text)
    return value !== null && (allowed?.includes(value) ?? true) ? value : null
  },
  write: (value) => (value === empty ? null : String(value)),
})

/** A calendar day, `2026-11-21`, or nothing. */
export const dayParam: Param<string | undefined> = {
  empty: undefined,
  read: (text) => (isDay(text) ? text : null),
  write: (value) => value ?? null,
}

/** The values of an address; what is missing or unreadable is empty. */
export const readParams = <Values extends object>(params: Params<Values>, query: URLSearchParams): Values => {
  const values: Partial<Values> = {}
  for (const name of namesOf(params)) {
    const text = query.get(name)
    values[name] = (text === null ? null : params[name].read(text)) ?? params[name].empty
  }
  // Every name of the table was read above.
  return values as Values
}

/** The query of these values, in the order of the table, so that equal filters give equal links. */
export const writeParams = <Values extends object>(params: Params<Values>, values: Values): URLSearchParams => {
  const query = new URLSearchParams()
  for (const name of namesOf(params)) {
    const text = params[name].write(values[name])
    if (text !== null) query.set(name, text)
  }
  return query
}

/** The keys of an object literal are exactly those of its type. */
const namesOf = <Values extends object>(params: Params<Values>) => Object.keys(params) as (keyof Values & string)[]

const wholeOf = (text: string): number | null => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return value >= 1 ? value : null
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
