import type { SearchResults } from '@heatfleet/contract/search/search.ts'
import type { Icon } from '../../ui/icons.tsx'

/** Headings of the palette in their order. */
export const GROUPS = ['recent', 'pages', 'devices', 'distributors', 'people', 'orders', 'alarms', 'actions'] as const
type Group = (typeof GROUPS)[number]

/** What an entry shows. */
type EntryLook =
  | { kind: 'plain'; title: string; note?: string; icon: Icon }
  | { kind: 'device'; device: SearchResults['devices'][number] }
  | { kind: 'alarm'; alarm: SearchResults['alarms'][number]; title: string }

/** One line of the palette: it leads to an address, or does something. */
export type Entry = EntryLook & { key: string; group: Group } & ({ to: string } | { run: () => void })

/** Known here, whatever the server answers. */
export const isLocal = ({ group }: Entry): boolean => group === 'recent' || group === 'pages' || group === 'actions'
