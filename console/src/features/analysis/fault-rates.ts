import { useMessages } from '../../messages/messages.ts'
import { useFigureTexts } from './figure-texts.ts'

/** How often units fail: the measures of every figure that groups them, and the words at its bars. */
export const useFaultRates = () => {
  const t = useMessages('analysis')
  const { number } = useFigureTexts()
  return {
    measures: [
      { key: 'units', title: t(($) => $.columns.units), decimals: 0 },
      { key: 'device_days', title: t(($) => $.faults.device_days), decimals: 0 },
      { key: 'faults', title: t(($) => $.faults.faults), decimals: 0 },
      { key: 'rate', title: t(($) => $.faults.rate_short), decimals: 2 },
      { key: 'mtbf_days', title: `${t(($) => $.faults.mtbf)}, d`, decimals: 0 },
    ],
    text: ({ values: { units = null, rate = null } }: { values: { units?: number | null; rate?: number | null } }) =>
      `${number(rate, 2)} · ${t(($) => $.of_units, { count: units ?? 0 })}`,
  }
}
