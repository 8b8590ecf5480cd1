import { SHEET_VERDICTS, type SheetCounts, type SheetVerdict } from '@heatfleet/contract/sheets.ts'

/** Number of rows by result. */
export const countsOf = (rows: readonly { verdict: SheetVerdict }[]): SheetCounts => {
  const counts = Object.fromEntries(SHEET_VERDICTS.map((verdict) => [verdict, 0])) as SheetCounts // one for each
  for (const { verdict } of rows) counts[verdict]++
  return counts
}
