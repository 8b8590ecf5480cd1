/** Lower limits of received power in dBm by grade; WiFi and LTE (RSSI) differ. */
const STEPS = {
  wifi: { excellent: -55, good: -65, fair: -75 },
  '4g': { excellent: -65, good: -75, fair: -90 },
} as const

type SignalGrade = 'excellent' | 'good' | 'fair' | 'weak' | 'unknown'

/** Bars (0 to 4) and grade of a signal; null = unknown, not weak. */
export const signalBars = (rssi_dbm: number | null, net: 'wifi' | '4g'): { bars: number; grade: SignalGrade } => {
  if (rssi_dbm === null) return { bars: 0, grade: 'unknown' }
  const steps = STEPS[net]
  if (rssi_dbm >= steps.excellent) return { bars: 4, grade: 'excellent' }
  if (rssi_dbm >= steps.good) return { bars: 3, grade: 'good' }
  if (rssi_dbm >= steps.fair) return { bars: 2, grade: 'fair' }
  return { bars: 1, grade: 'weak' }
}
