import { QUALITY_MARKS } from '../device-protocol/quality.ts'
import type { ColumnTexts, FindText } from '../exports/kind-texts.ts'
import type { DataPoint } from '../products/points.ts'
import { unitName } from '../unit-names.ts'

export type HistoryLanguage = 'en' | 'zh' | 'pl'

/** A point's title in a file: name and unit in the product's words; the bare key where the point is unknown or hidden. */
const pointTexts = (key: string, point: DataPoint | undefined, language: HistoryLanguage): ColumnTexts => {
  if (point === undefined) return { key, title: key }
  const name = point.names[language] || point.names.en || key
  return {
    key,
    title: point.unit === '' ? name : `${name} [${unitName(point.unit)}]`,
    ...choiceTexts(point, language),
  }
}

/** The texts of a point's states. */
export const choiceTexts = ({ choices }: DataPoint, language: HistoryLanguage): Pick<ColumnTexts, 'words'> =>
  choices.length === 0
    ? {}
    : {
        words: Object.fromEntries(
          choices.map(({ value, names }) => [String(value), names[language] || names.en] as const),
        ),
      }

/** The columns of a file of history: time, device, quality, and the requested points in their order. */
export const historyTextsOf = (
  points: readonly string[],
  pointOf: (key: string) => DataPoint | undefined,
  language: HistoryLanguage,
  find: FindText,
): ColumnTexts[] => {
  const text = (path: string): string => {
    const found = find('history', `curves.${path}`)
    return typeof found === 'string' ? found : path
  }
  return [
    { key: 'time', title: text('time') },
    { key: 'mac', title: text('export_mac') },
    { key: 'device_name', title: text('export_name') },
    {
      key: 'quality',
      title: text('quality_title'),
      words: Object.fromEntries(QUALITY_MARKS.map((mark) => [mark, text(`quality.${mark}`)])),
    },
    ...points.map((key) => pointTexts(key, pointOf(key), language)),
  ]
}
