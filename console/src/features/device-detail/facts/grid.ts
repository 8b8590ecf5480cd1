export type Point = { lat: number; lon: number }

/** Widths of the grid, degrees of latitude: from a country down to a street. */
export const SPANS = [40, 10, 2, 0.5, 0.1, 0.02, 0.004] as const

/** Lines across the grid. */
const LINES = 4

/** Where a click at these shares of width and height lies; north is up, and poles and the date line end the grid. */
export const pointAt = (centre: Point, span: number, x: number, y: number): Point => ({
  lat: clamped(centre.lat + (0.5 - y) * span, 90),
  lon: clamped(centre.lon + (x - 0.5) * lonSpan(centre, span), 180),
})

/** Shares of width and height of a point; outside of 0..1 it is not in the grid. */
export const placeOf = (centre: Point, span: number, point: Point): { x: number; y: number } => ({
  x: 0.5 + (point.lon - centre.lon) / lonSpan(centre, span),
  y: 0.5 - (point.lat - centre.lat) / span,
})

/** The lines of the grid by their degrees, each with its share. */
export const linesOf = (centre: Point, span: number): { along: 'lat' | 'lon'; degrees: number; share: number }[] => {
  const step = span / LINES
  const lines = (along: 'lat' | 'lon', middle: number, width: number, size: number) => {
    const first = Math.ceil((middle - width / 2) / size)
    const count = Math.floor((middle + width / 2) / size) - first + 1
    return Array.from({ length: Math.max(0, count) }, (_, at) => {
      const degrees = (first + at) * size
      const share = along === 'lat' ? 0.5 - (degrees - middle) / width : 0.5 + (degrees - middle) / width
      return { along, degrees, share }
    })
  }
  return [...lines('lat', centre.lat, span, step), ...lines('lon', centre.lon, lonSpan(centre, span), step)]
}

/** Degrees of longitude that are as wide as so many of latitude are high. */
const lonSpan = ({ lat }: Point, span: number): number => span / Math.max(0.05, Math.cos((lat * Math.PI) / 180))

const clamped = (degrees: number, limit: number): number => Math.max(-limit, Math.min(limit, degrees))
