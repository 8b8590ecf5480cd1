import { REPORT_FIGURES, REPORT_PARTS, type ReportFigureId } from '@heatfleet/contract/analysis-reports/figures.ts'
import { useMessages } from '../../messages/messages.ts'

/** Names of figures as the analysis has them, with the tab that they are on. */
export const useFigureNames = (): ((id: ReportFigureId) => string) => {
  const t = useMessages('analysis')
  const matrix = t(($) => $.versions.matrix)
  const names: Record<ReportFigureId, string> = {
    funnel: t(($) => $.stock.funnel),
    waiting: t(($) => $.stock.waiting),
    activation: t(($) => $.stock.activation),
    online: t(($) => $.connectivity.days),
    nets: t(($) => $.connectivity.nets),
    drops: t(($) => $.connectivity.drop_classes),
    worst: t(($) => $.connectivity.worst),
    signal: t(($) => $.connectivity.signal_classes),
    offline: t(($) => $.connectivity.offline),
    bus: t(($) => $.connectivity.bus),
    laggards: t(($) => $.versions.laggards),
    'versions-mcu': `${matrix}: ${t(($) => $.versions.modules.mcu)}`,
    'versions-dtu': `${matrix}: ${t(($) => $.versions.modules.dtu)}`,
    codes: t(($) => $.faults.pareto),
    products: t(($) => $.faults.by_product),
    agents: t(($) => $.faults.by_agent),
    firmware: t(($) => $.faults.by_firmware),
    ambient: t(($) => $.faults.by_ambient),
    bins: t(($) => $.efficiency.bins),
    cop: t(($) => $.efficiency.products),
    benchmark: t(($) => $.efficiency.benchmark),
    'run-days': t(($) => $.usage.days),
    modes: t(($) => $.usage.modes),
    'usage-run': t(($) => $.usage.run),
    'usage-setpoints': t(($) => $.usage.setpoints),
    'usage-flow': t(($) => $.usage.flow),
    'usage-heater': t(($) => $.usage.heater),
    states: t(($) => $.detectors.states),
    replay: t(($) => $.detectors.replay),
    detected: t(($) => $.detectors.units),
  }
  const tabs = Object.fromEntries(
    REPORT_PARTS.flatMap((part) => REPORT_FIGURES[part].map((id) => [id, t(($) => $.tabs[part])])),
  )
  return (id) => `${tabs[id]}: ${names[id]}`
}
