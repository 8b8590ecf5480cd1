import type { DeviceRecord, DeviceRecords } from '@heatfleet/contract/devices/records.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import type { Language } from '../../../messages/language-code.ts'
import { formatDay } from '../../../ui/format.ts'

/** A word of the product in a language, else in English. */
export const wordIn = (words: Words, language: Language): string => words[language] || words.en

/** What the clock of the place showed. */
export const clockText = (time: string, language: Language): string =>
  `${formatDay(time.slice(0, 10), language)} ${time.slice(11, time.endsWith(':00') ? 16 : 19)}`

/** A code of the fault list, or the bare number of the board. */
export const codeText = ({ code, value }: NonNullable<DeviceRecord['code']>): string => code ?? String(value)

/** Titles of the columns of a file beside those of the table itself. */
type RecordTitles = {
  nr: string
  time: string
  code: string
  raw: string
  fault: string
  severity: string
  /** Names of severities. */
  severities: Readonly<Record<string, string>>
}

type Column = [title: string, of: (record: DeviceRecord) => string | number]

/** The records as rows of a file: values as numbers, times as `YYYY-MM-DD HH:mm:ss` of the unit's zone. */
export const recordFile = (table: DeviceRecords, titles: RecordTitles, language: Language): (string | number)[][] => {
  const columns: Column[] = [[titles.nr, ({ nr }) => nr]]
  if (table.has_time) columns.push([`${titles.time} (${table.time_zone})`, ({ time }) => time?.replace('T', ' ') ?? ''])
  if (table.has_code)
    columns.push(
      [titles.code, ({ code }) => (code === null ? '' : codeText(code))],
      [titles.raw, ({ code }) => code?.value ?? ''],
      [titles.fault, ({ code }) => (code?.names ? wordIn(code.names, language) : '')],
      [titles.severity, ({ code }) => (code?.severity ? (titles.severities[code.severity] ?? '') : '')],
    )
  for (const { key, names, unit } of table.columns)
    columns.push([
      unit === '' ? wordIn(names, language) : `${wordIn(names, language)} (${unit})`,
      ({ values }) => values.find((one) => one.key === key)?.value ?? '',
    ])
  return [columns.map(([title]) => title), ...table.records.map((record) => columns.map(([, of]) => of(record)))]
}
