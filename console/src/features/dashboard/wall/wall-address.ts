import { type Co2Factors, readCo2, writeCo2 } from './co2.ts'

/** Pages of the big screen, in the order in which they take turns. */
export const WALL_PAGES = ['fleet', 'map', 'efficiency'] as const
export type WallPage = (typeof WALL_PAGES)[number]

/** Seconds that a page stays. */
export const WALL_SECONDS = [10, 20, 30, 60, 120] as const

/** How a big screen is set up; its address holds all of it, so that a bookmark or a link shows the same. */
export type WallSetup = {
  /** Empty = the name of the page. */
  title: string
  /** A distributor with all below it; undefined = all that is in scope. */
  agent_id: number | undefined
  /** GB/T 2260 or ISO 3166-2: the distributors there; empty = everywhere. */
  region_code: string
  pages: readonly WallPage[]
  every_s: number
  co2: Co2Factors
}

/** Letters of a title that fit. */
export const WALL_TITLE_MAX = 60

const DEFAULT_SECONDS = 30

/** Reads a set-up; what is not understood is as at first. Pure. */
export const readSetup = (query: URLSearchParams): WallSetup => {
  const agent_id = Number(query.get('agent_id') ?? '')
  const named = (query.get('pages') ?? '').split(',')
  const pages = WALL_PAGES.filter((page) => named.includes(page))
  const every_s = Number(query.get('every'))
  return {
    title: (query.get('title') ?? '').slice(0, WALL_TITLE_MAX),
    agent_id: Number.isSafeInteger(agent_id) && agent_id > 0 ? agent_id : undefined,
    region_code: /^[A-Za-z\d-]{1,10}$/.exec(query.get('region_code') ?? '')?.[0] ?? '',
    pages: pages.length === 0 ? WALL_PAGES : pages,
    every_s: WALL_SECONDS.find((one) => one === every_s) ?? DEFAULT_SECONDS,
    co2: readCo2(query),
  }
}

/** Writes a set-up; what is as at first is left out. Pure. */
export const writeSetup = ({ title, agent_id, region_code, pages, every_s, co2 }: WallSetup): URLSearchParams => {
  const query = new URLSearchParams()
  if (title !== '') query.set('title', title)
  if (agent_id !== undefined) query.set('agent_id', String(agent_id))
  if (region_code !== '') query.set('region_code', region_code)
  if (pages.length < WALL_PAGES.length) query.set('pages', pages.join(','))
  if (every_s !== DEFAULT_SECONDS) query.set('every', String(every_s))
  writeCo2(query, co2)
  return query
}

/** The address of a link that shows this big screen without a log-in. The key stands behind `#`: no server and no proxy logs it. */
export const kioskAddress = (origin: string, setup: WallSetup, key: string): string => {
  const query = writeSetup({ ...setup, agent_id: undefined })
  query.set('key', key)
  return `${origin}/#/kiosk?${query.toString()}`
}
