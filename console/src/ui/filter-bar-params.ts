/**
 * Filters are query parameters, so that a link reproduces the list. `read` parses the text (null = invalid), `write`
 * formats the value (null = omitted: empty values are dropped).
 */
export type Param<Value> = {
  empty: Value
  read: (text: string) => Value | null
  write: (value: Value) => string | null
}
/** One parameter per value. */
export type Params<Values> = { [K in keyof Values]: Param<Values[K]> }
/** The values of a table of parameters. */
export type ValuesOf<P> = { [K in keyof P]: P[K] extends Param<infer Value> ? Value : never }

/** Free text, trimmed; cut at `max` characters. */
export const textParam = (max: number): Param<string> => ({
  empty: '',
  read: (text) => text.slice(0, max),
  write: (value) => (value.trim() === '' ? null : value.trim()),
})

/** One of some names, or undefined. */
export const choiceParam = <const Name extends string>(names: readonly Name[]): Param<Name | undefined> => ({
  empty: undefined,
  read: (text) => names.find((name) => name === text) ?? null,
  write: (value) => value ?? null,
})

/** One of some names; the default is omitted. */
export const defaultParam = <const Name extends string>(names: readonly Name[], empty: NoInfer<Name>): Param<Name> => ({
  empty,
  read: (text) => names.find((name) => name === text) ?? null,
  write: (value) => (value === empty ? null : value),
})

/** True, false, or undefined. */
export const eitherParam: Param<boolean | undefined> = {
  empty: undefined,
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : null),
  write: (value) => (value === undefined ? null : value ? 'yes' : 'no'),
}

/** A switch; the default is omitted. */
export const flagParam = (empty: boolean): Param<boolean> => ({
  empty,
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : null),
  write: (value) => (value === empty ? null : value ? 'yes' : 'no'),
})

/** A positive integer, or undefined. */
export const numberParam: Param<number | undefined> = {
  empty: undefined,
  read: (text) => wholeOf(text),
  write: (value) => (value === undefined ? null : String(value)),
}

/** A positive integer; the default is omitted, `allowed` limits it. */
export const countParam = (empty: number, allowed?: readonly number[]): Param<number> => ({
  empty,
  read: (text) => {
    const value = wholeOf(text)
    return value !== null && (allowed?.includes(value) ?? true) ? value : null
  },
  write: (value) => (value === empty ? null : String(value)),
})

/** A calendar day, `2026-11-21`, or undefined. */
export const dayParam: Param<string | undefined> = {
  empty: undefined,
  read: (text) => (isDay(text) ? text : null),
  write: (value) => value ?? null,
}

/** Parses a query; missing and invalid parameters are empty. */
export const readParams = <Values extends object>(params: Params<Values>, query: URLSearchParams): Values => {
  const values: Partial<Values> = {}
  for (const name of namesOf(params)) {
    const text = query.get(name)
    values[name] = (text === null ? null : params[name].read(text)) ?? params[name].empty
  }
  // All keys of the table were read above.
  return values as Values
}

/** Builds the query in the order of the table, so that equal filters give equal links. */
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
