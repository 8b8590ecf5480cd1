/** The parts of the analysis with the figures of each, as its screen shows them. */
export const REPORT_FIGURES = {
  stock: ['funnel', 'waiting', 'activation'],
  connectivity: ['online', 'nets', 'drops', 'worst', 'signal', 'offline', 'bus'],
  versions: ['laggards', 'versions-mcu', 'versions-dtu'],
  faults: ['codes', 'products', 'agents', 'firmware', 'ambient'],
  efficiency: ['bins', 'cop', 'benchmark'],
  usage: ['run-days', 'modes', 'usage-run', 'usage-setpoints', 'usage-flow', 'usage-heater'],
  detectors: ['states', 'replay', 'detected'],
} as const
export type ReportPart = keyof typeof REPORT_FIGURES
export type ReportFigureId = (typeof REPORT_FIGURES)[ReportPart][number]

// The keys of the table above.
export const REPORT_PARTS = Object.keys(REPORT_FIGURES) as [ReportPart, ...ReportPart[]]
export const REPORT_FIGURE_IDS = Object.values(REPORT_FIGURES).flat() as [ReportFigureId, ...ReportFigureId[]]
