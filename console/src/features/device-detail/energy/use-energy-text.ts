import type { DeviceDay } from '@heatfleet/contract/device-days/device-days.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { formatDay, formatDuration, formatNumber, inChosenUnit, UNKNOWN } from '../../../ui/format.ts'

const MINUTE_MS = 60_000

/** How figures of days are written: energy in the viewer's unit, times, shares. */
export const useEnergyText = () => {
  const t = useMessages('device-detail')
  const language = useLanguage()
  return useMemo(() => {
    const energyIn = (kwh: number | null) => (kwh === null ? null : inChosenUnit(kwh, 'kWh').value)
    const { unit } = inChosenUnit(0, 'kWh')
    const number = (value: number | null, decimals: number) => formatNumber(value, decimals, language)
    const energy = (kwh: number | null) => {
      const value = energyIn(kwh)
      return value === null ? UNKNOWN : `${number(value, Math.abs(value) < 1_000 ? 1 : 0)} ${unit}`
    }
    const degrees = (value: number | null) => {
      if (value === null) return UNKNOWN
      const shown = inChosenUnit(value, '°C')
      return `${number(shown.value, 1)} ${shown.unit}`
    }
    const share = (value: number | null) => (value === null ? UNKNOWN : `${number(value * 100, 0)} %`)
    const minutes = (value: number | null) => (value === null ? UNKNOWN : formatDuration(value * MINUTE_MS, language))
    const day = (one: Pick<DeviceDay, 'day' | 'is_complete'>) =>
      one.is_complete
        ? formatDay(one.day, language)
        : t(($) => $.energy.lasting_day, { day: formatDay(one.day, language) })
    return { t, language, unit, energyIn, energy, number, degrees, share, minutes, day }
  }, [t, language])
}
export type EnergyText = ReturnType<typeof useEnergyText>
