import type { PointStatistics } from '@heatfleet/contract/history/statistics.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** A point with its statistics of one kind. */
export type FigureRow<Kind extends PointStatistics['kind']> = {
  point: DataPoint
  figures: Extract<PointStatistics, { kind: Kind }>
}
