import type { QueryCalculation } from '@heatfleet/contract/data-query/data-query.ts'
import type { QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { useMemo } from 'react'
import { useMessages } from '../../messages/messages.ts'

type Texts = Readonly<Record<string, string>>
type Values = Readonly<Record<string, Texts>>

/** A column of an answer: `device.mac`, or `device.mac.count` where it is calculated. */
export type AnswerColumn = { table: QueryTableName; name: string; method: QueryCalculation | null }

/** The column that a name of an answer stands for. */
export const readLabel = (label: string): AnswerColumn => {
  const [table, name = '', method] = label.split('.')
  // Names of an answer are put together of these words by the server.
  return { table: table as QueryTableName, name, method: (method ?? null) as QueryCalculation | null }
}

/** Names of columns as the lists of each table have them; what no list shows has a name of its own here. */
const useColumnNames = (): Record<QueryTableName, readonly Texts[]> => {
  const own = useMessages('data-query')(($) => $.columns, { returnObjects: true })
  const device = useMessages('devices')(($) => $.columns, { returnObjects: true })
  const product = useMessages('products')(($) => $.columns, { returnObjects: true })
  const agent = useMessages('distributors')(($) => $.columns, { returnObjects: true })
  const iccid = useMessages('iccids')(($) => $.columns, { returnObjects: true })
  const control = useMessages('controls')(($) => $.columns, { returnObjects: true })
  return {
    device: [own.device, device],
    product: [own.product, product],
    agent: [own.agent, agent],
    iccid: [own.iccid, iccid],
    control: [own.control, control],
  }
}

/** Words of what columns hold, as their lists have them. */
const useValueNames = (): Record<QueryTableName, Values> => {
  const devices = useMessages('devices')
  const products = useMessages('products')
  const iccids = useMessages('iccids')
  const controls = useMessages('controls')
  const alarms = useMessages('alarms')
  return {
    device: {
      net: devices(($) => $.net, { returnObjects: true }),
      online_status: devices(($) => $.online, { returnObjects: true }),
      identify_status: devices(($) => $.recognition, { returnObjects: true }),
      vcard_pk: devices(($) => $.recognition, { returnObjects: true }),
      alarm_severity: alarms(($) => $.severities, { returnObjects: true }),
      bus_status: devices(($) => $.bus, { returnObjects: true }),
    },
    product: {
      category: products(($) => $.category, { returnObjects: true }),
      data_type: products(($) => $.data_type, { returnObjects: true }),
      topology: products(($) => $.topology, { returnObjects: true }),
      state: products(($) => $.state, { returnObjects: true }),
    },
    agent: {},
    iccid: { status: iccids(($) => $.states, { returnObjects: true }) },
    control: {
      source: controls(($) => $.sources, { returnObjects: true }),
      state: controls(($) => $.states, { returnObjects: true }),
      reason: controls(($) => $.reasons, { returnObjects: true }),
    },
  }
}

export type ColumnTexts = {
  table: (table: QueryTableName) => string
  /** Name of a column; with its table where several are chosen. */
  column: (
    column: { table: QueryTableName; name: string; method?: QueryCalculation | null },
    several: boolean,
  ) => string
  /** The word of a coded text; the text itself where it has none. */
  value: (table: QueryTableName, name: string, value: string) => string
}

/** Names of tables, columns and coded values in the person's language. */
export const useColumnTexts = (): ColumnTexts => {
  const t = useMessages('data-query')
  const columns = useColumnNames()
  const values = useValueNames()
  const texts: ColumnTexts = {
    table: (table) => t(($) => $.tables[table]),
    column: ({ table, name, method }, several) => {
      const column = columns[table].map((names) => names[name]).find((found) => found !== undefined) ?? name
      const placed = several ? t(($) => $.of_table, { table: t(($) => $.tables[table]), column }) : column
      return method === null || method === undefined
        ? placed
        : t(($) => $.calculated, { column: placed, method: t(($) => $.methods[method]) })
    },
    value: (table, name, value) => values[table][name]?.[value] ?? value,
  }
  // The texts change with the language alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is another function in another language
  return useMemo(() => texts, [t])
}
